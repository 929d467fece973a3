// Titled lists below the hammering, and how everyone stands.

import { draw, h, token, words } from "./dom.js";

export function showPanels(root, view) {
  draw(root, [view.panels, view.standings, view.seats, view.ended], () => [
    ...view.panels.map((panel) =>
      h("section", { class: "panel" }, h("h2", {}, panel.title), h("ul", {}, panel.lines.map((line) => h("li", {}, line)))),
    ),
    words.standings && view.standings.some((standing) => standing.score || standing.parts.length) ? h("section", { class: "panel" }, h("h2", {}, words.standings), tallies(view)) : null,
  ]);
}

export function tallies(view) {
  return h("ul", { class: "tallies" }, tallyItems(view));
}

export const tallyItems = (view) =>
  view.standings.map((standing) =>
    h(
      "li",
      {},
      token(view.seats[standing.seat]),
      h("span", { class: "name" }, view.seats[standing.seat].name),
      h("b", { class: "figure" }, standing.at_least ? h("small", {}, `${words.at_least} `) : null, String(standing.score)),
      standing.parts.length
        ? h("small", { class: "parts" }, standing.parts.map(([text, value]) => `${text} ${value}`).join(" · "))
        : null,
    ),
  );
