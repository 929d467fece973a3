// Past games, newest first, and the records of games from elsewhere.

import { $, h, icon, showLine, words } from "./dom.js";
import { post } from "./link.js";
import { twice } from "./host-twice.js";

const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

$("games").replaceChildren(...(words.games.length ? words.games.map(row) : [h("li", { class: "none" }, words.none)]));
showBrought(words.brought);

function showBrought(games) {
  $("brought").replaceChildren(...games.map((game) => (words.host ? removable(game) : row(game))));
}

function link(game) {
  return h(
    "a",
    { class: "row past grow", href: `/games/${game.key}`, data: { game: game.key } },
    h("span", { class: "grow" }, h("b", {}, `${game.title}: ${game.names.join(", ")}`), game.at ? h("small", {}, date.format(new Date(game.at * 1000))) : null),
    icon("chevron", "icon faint"),
  );
}

function row(game) {
  return h("li", {}, link(game));
}

function removable(game) {
  const remove = () => post("/api/host/games/remove", { key: game.key }).then((answer) => (answer.ok && showBrought(answer.brought), answer));
  return h("li", { class: "with-button" }, link(game), twice(words.remove, words.really_remove, remove, "small"));
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
