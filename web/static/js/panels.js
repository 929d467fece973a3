// Titled lists below the hammering, and how everyone stands.

import { h, token, words } from "./dom.js";
import { draw } from "./redraw.js";

/** @type {(root: HTMLElement, view: Panels) => void} */
export function showPanels(root, view) {
  draw(root, view, (seen) => [
    seen.panels.map(({ title, lines }) =>
      panel(
        title,
        h(
          "ul",
          {},
          lines.map((line) => h("li", {}, line)),
        ),
      ),
    ),
    words.standings && seen.standings.some((standing) => standing.score || standing.parts.length)
      ? panel(words.standings, h("ul", { class: "tallies" }, tallyItems(seen)))
      : null,
  ]);
}

/** @type {(title: string, inside: HTMLElement) => HTMLElement} */
const panel = (title, inside) => h("section", { class: "panel" }, h("h2", {}, title), inside);

/** @type {(view: Standings) => HTMLElement[]} */
export const tallyItems = ({ seats, standings }) =>
  standings.map(({ seat, score, at_least: atLeast, parts }) =>
    h(
      "li",
      { class: seats[seat].acting ? "turn" : undefined },
      token(seats[seat]),
      h("span", { class: "name" }, seats[seat].name),
      h("b", { class: "figure" }, atLeast ? h("small", {}, `${words.at_least} `) : null, String(score)),
      parts.length
        ? h("small", { class: "parts" }, parts.map(([text, value]) => `${text} ${value}`).join(" · "))
        : null,
    ),
  );
