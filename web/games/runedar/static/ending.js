// How the siege ended, and what the chronicles remember.

import { h, icon, words } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(root: HTMLElement, scene: RunedarScene, record?: string) => void} */
export function showEnding(root, scene, record = "/record.json") {
  draw(root, scene, ({ ending }) =>
    ending
      ? [
          icon(ending.won ? "gold" : "orc", `icon verdict${ending.won ? " won" : ""}`),
          h("h2", {}, words.chronicles),
          h("p", {}, ending.about),
          h(
            "dl",
            { class: "chronicle" },
            remembered(words.gold_saved, ending.won ? ending.gold : 0),
            remembered(words.goblins_beaten, ending.beaten),
          ),
          h("a", { class: "button wide", href: record, download: "" }, words.record),
        ]
      : [],
  );
}

/** @type {(what: string, many: number) => Child} */
const remembered = (what, many) => h("div", {}, h("dt", {}, what), h("dd", { class: "figure" }, String(many)));
