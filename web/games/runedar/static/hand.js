// The cards that a player still holds: for their own eyes.

import { h } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(root: HTMLElement, scene: RunedarScene) => void} */
export function showHand(root, { hand }) {
  root.hidden = !hand?.length;
  draw(root, { hand }, (seen) => seen.hand?.map((card) => h("li", { class: "held" }, card)) ?? []);
}
