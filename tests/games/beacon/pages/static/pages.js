// The fire on the tower, on every page that shows it; and on a player's page, a hand of wood to lay from.

import { fill, h, s, setText, words } from "/static/js/dom.js";
import { markOf, tap } from "/static/js/prompts.js";

/** @typedef {{ fire: number, highest: number, laid: number }} Beacon */

const FLAME = "M50 0C70 30 92 50 92 76a42 42 0 0 1-84 0C8 56 24 46 30 26c10 10 14 20 14 28 10-14 14-34 6-54Z";

/** @param {HTMLElement} slot */
function beacon(slot) {
  const flame = s("path", { class: "flame", d: FLAME });
  const tower = s("path", { class: "stones", d: "M18 120h64l8 80H10Z" });
  const [height, laid] = ["height", "laid"].map((kind) => h("p", { class: kind }));
  const picture = s("svg", { viewBox: "0 -20 100 220", "aria-hidden": "true" }, tower, flame);
  slot.append(h("section", { id: "beacon", class: "beacon" }, picture, h("div", {}, height, laid)));
  return {
    /** @param {{ scene?: unknown }} view */
    show({ scene }) {
      const now = /** @type {Beacon} */ (scene);
      flame.classList.toggle("out", !now.fire);
      flame.style.setProperty("--height", String(now.fire / now.highest));
      setText(height, fill(words.fire, { height: now.fire, highest: now.highest }));
      setText(laid, now.laid ? fill(words.laid, { count: now.laid }) : "");
      return false; // the panels tell the rest
    },
  };
}

/** Every card is a tile of its own. @type {NonNullable<Parts["play"]["answers"]>} */
function answers({ choices }, _view, play) {
  if (!choices.some(({ move }) => move.do === "lay")) return null;
  const tiles = choices.map((choice) => tap(choice.text, "wood", () => play(choice.move), markOf(choice)));
  return h("div", { class: "woods" }, tiles);
}

/** @type {GameScript["play"]} */
export const play = () => ({ part: ({ slot }) => ({ ...beacon(slot), answers }) });

/** @type {GameScript["table"]} */
export const table = () => ({ part: ({ slot }) => beacon(slot) });

/** @type {GameScript["replay"]} */
export const replay = () => ({ part: ({ slot }) => beacon(slot) });
