// How far away each of the five losses is: a bar that shortens, and the words for it.

import { h, icon, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {Record<string, string>} */
const ICONS = { siege: "siege-card", catapult: "catapult", trolls: "cave-troll", orcs: "orc", gold: "gold" };

/** @type {(danger: Danger) => string} */
const kind = ({ near }) => `peril${near ? " near" : ""}`;

/** @type {(danger: Danger) => Child} */
function bar({ left, most }) {
  const rest = h("span", { class: "left" });
  rest.style.setProperty("--left", String(left / most));
  return h("span", { class: "gauge", "aria-hidden": "true" }, rest);
}

/**
 * In one row, a number and a bar each: there at every glance.
 * @type {(root: HTMLElement, scene: RunedarScene) => void}
 */
export function showDangers(root, scene) {
  draw(root, scene, ({ dangers }) =>
    dangers.map((each) =>
      h(
        "li",
        { class: kind(each), data: { loss: each.loss } },
        icon(ICONS[each.loss]),
        h("b", { class: "figure", "aria-hidden": "true" }, String(each.left)),
        h("span", { class: "unseen" }, each.text),
        bar(each),
      ),
    ),
  );
}

/** In words, the nearest first. @type {(root: HTMLElement, scene: RunedarScene) => void} */
export function tellDangers(root, scene) {
  draw(root, scene, ({ dangers, goblins, trolls }) => [
    h(
      "ul",
      { class: "told perils" },
      [...dangers]
        .sort((one, other) => one.left / one.most - other.left / other.most)
        .map((each) => h("li", { class: kind(each) }, icon(ICONS[each.loss]), h("span", {}, each.text), bar(each))),
    ),
    courtyard([
      ...trolls.map((text) => ({ name: "cave-troll", text })),
      ...goblins.map((text) => ({ name: "goblin", text })),
    ]),
  ]);
}

/** @type {(enemies: { name: string, text: string }[]) => Child} */
const courtyard = (enemies) =>
  enemies.length
    ? [
        h("h2", {}, words.courtyard),
        h(
          "ul",
          { class: "enemies" },
          enemies.map(({ name, text }) => h("li", {}, icon(name), h("span", {}, text))),
        ),
      ]
    : null;
