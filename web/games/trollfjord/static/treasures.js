// The treasures of the fortress being hammered at, each with those who have a troll to fetch it. One is lit for whoever
// may take it, and a button while it is offered; to everyone else it only says that enough has fallen.

import { fill, h, icon, token, words } from "/static/js/dom.js";
import { press } from "/static/js/prompts.js";
import { draw } from "/static/js/redraw.js";
import { NO_OFFERS } from "./map.js";

/** @type {(root: HTMLElement, view: SceneView, offers?: Offers) => void} */
export function showTreasures(root, view, offers = NO_OFFERS) {
  const { scene, seats, seat } = view;
  root.hidden = !view.hammering || !scene.prizes.length;
  const offered = [...offers.regions.keys()];
  const take = (/** @type {string} */ id) => offers.regions.get(id)?.();
  draw(root, { scene, seats, seat, offered }, (seen) =>
    seen.scene.prizes.map((prize) => {
      const work = seen.offered.includes(prize.region) ? () => take(prize.region) : null;
      return h("li", {}, treasure(prize, seen, work));
    }),
  );
}

/** @typedef {{ scene: Scene, seats: Seat[], seat: number | null }} Seen */

/** @type {(prize: ScenePrize, seen: Seen, work: (() => unknown) | null) => Child} */
function treasure({ region: id, short, takers }, { scene, seats, seat }, work) {
  return scene.regions
    .filter((region) => region.id === id)
    .map((region) => {
      const kind = `treasure${kindOf(short, takers, scene.calm, seat)}`;
      const inside = [
        h("b", { class: "figure" }, String(region.treasure ?? "–")),
        h(
          "span",
          { class: "takers" },
          takers.map((each) => token(seats[each], "tiny")),
        ),
        h("span", { class: "where" }, icon(region.landscape), h("span", {}, region.name)),
        h("span", { class: "need" }, need(short)),
        h("span", { class: "unseen" }, takers.map((each) => seats[each].name).join(", ")),
      ];
      if (!work) return h("div", { class: kind }, inside);
      const button = h("button", { class: `${kind} button`, type: "button", data: { region: id } }, inside);
      button.addEventListener("click", () => press(button, work));
      return button;
    });
}

/** @type {(short: number | null) => Child} */
function need(short) {
  if (short === null) return null;
  return short ? fill(words.short, { count: short }) : [icon("tick"), words.reached];
}

/**
 * In the room it is lit for anyone who may take it.
 * @type {(short: number | null, takers: number[], calm: boolean, seat: number | null) => string}
 */
function kindOf(short, takers, calm, seat) {
  if (short === null) return " gone";
  if (short) return "";
  const takable = calm && (seat === null ? takers.length > 0 : takers.includes(seat));
  return takable ? " lit" : " reached";
}
