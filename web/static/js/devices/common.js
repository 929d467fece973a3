// What the pages of the devices share: the device's health live, and how a page tells what is well and what is not.

import { listen } from "../connection.js";
import { $, COLOURS, h, icon, shape, words } from "../dom.js";
import { draw } from "../redraw.js";

/** @type {(fine: boolean) => SVGSVGElement} */
export const sign = (fine) => icon(fine ? "tick" : "warn");

/** @type {(health: Health) => Child[]} */
export const toldHealth = ({ fine, text }) => [sign(fine), h("span", { class: "grow" }, text)];

/** @type {(hint: Health) => HTMLElement} */
export const hintRow = (hint) => h("li", { class: `row health ${hint.fine ? "fine" : "failing"}` }, toldHealth(hint));

/** How many of each colour, in a line. @param {Partial<Boulders>} boulders */
export const tallies = (boulders) =>
  h(
    "span",
    { class: "tallies-line" },
    COLOURS.map((colour) =>
      h(
        "span",
        { class: "tally" },
        shape(colour, words[colour]),
        h("b", { class: "figure" }, String(boulders[colour] ?? 0)),
      ),
    ),
  );

/** @param {string} device */
export function follow(device) {
  listen("host", (/** @type {HostView} */ view) => {
    const health = view.health[device];
    $("health").hidden = !health;
    if (!health) return;
    $("health").classList.toggle("failing", !health.fine);
    draw($("health"), health, ({ fine, text }) => [sign(fine), h("span", {}, text)]);
  });
}
