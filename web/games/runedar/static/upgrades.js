// The five spaces of the upgrade board: what lies there, what it does, and what it still takes; and who is for hire.

import { fill, h, icon, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(space: Upgrade) => string} */
function lying({ blocked, card }) {
  if (blocked) return words.blocked;
  return card ?? words.empty_space;
}

/** @type {(space: Upgrade) => Child} */
function state({ ready, takes }) {
  if (ready) return h("span", { class: "state" }, icon("tick"), words.ready);
  return takes ? h("span", { class: "state" }, fill(words.takes, { goods: takes })) : null;
}

/** @type {(root: HTMLElement, scene: RunedarScene) => void} */
export function showUpgrades(root, scene) {
  draw(root, scene, ({ upgrades }) =>
    upgrades.map((space) =>
      h(
        "li",
        { class: `upgrade${space.ready ? " ready" : ""}${space.card ? "" : " bare"}`, data: { space: space.number } },
        h("b", { class: "number figure" }, String(space.number)),
        h("span", { class: "lying" }, lying(space), state(space)),
      ),
    ),
  );
}

/** @type {(root: HTMLElement, scene: RunedarScene) => void} */
export function showMercenaries(root, scene) {
  draw(root, scene, ({ mercenaries }) =>
    mercenaries.length
      ? [
          h("h2", {}, words.mercenaries),
          h(
            "ul",
            { class: "hired" },
            mercenaries.map((each) => h("li", {}, icon("gold"), each)),
          ),
        ]
      : [],
  );
}
