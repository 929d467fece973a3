// Past games, newest first, and the record of one from elsewhere.

import { $, h, icon, showLine, words } from "./dom.js";

const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

$("games").replaceChildren(
  ...(words.games.length ? words.games.map(row) : [h("li", { class: "none" }, words.none)]),
);

function row(game) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "row past", href: `/games/${game.number}`, data: { game: game.number } },
      h("span", { class: "grow" }, h("b", {}, `${game.title}: ${game.names.join(", ")}`), h("small", {}, date.format(new Date(game.at * 1000)))),
      icon("chevron", "icon faint"),
    ),
  );
}

$("import")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  event.target.value = "";
  showLine($("said"), null);
  try {
    const response = await fetch("/api/host/games/look", { method: "POST", body: file });
    const answer = await response.json();
    if (response.ok) return location.assign(`/games/${answer.key}`);
    showLine($("said"), answer.text);
  } catch {
    showLine($("said"), words.offline);
  }
});
