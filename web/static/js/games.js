// Past games, newest first, and the records of games from elsewhere.

import { $, h, icon, showLine, words } from "./dom.js";
import { post } from "./link.js";
import { twice } from "./host-twice.js";

const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

// A long game takes a moment to be played again, so only those in sight are asked about, one after the other.
let asked = Promise.resolve();
const inSight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    asked = asked.then(() => tellResult(target));
  }
});

$("games").replaceChildren(...(words.games.length ? words.games.map(row) : [h("li", { class: "none" }, words.none)]));
showBrought(words.brought);

function showBrought(games) {
  $("brought").replaceChildren(...games.map((game) => (words.host ? removable(game) : row(game))));
}

function link(game) {
  return h(
    "a",
    { class: "row past grow", href: `/games/${game.key}`, data: { game: game.key } },
    h("span", { class: "grow" }, h("b", {}, `${game.title}: ${game.names.join(", ")}`), game.at ? h("small", {}, date.format(new Date(game.at * 1000))) : null, result(game)),
    icon("chevron", "icon faint"),
  );
}

function row(game) {
  return h("li", {}, link(game));
}

async function tellResult(place) {
  try {
    const response = await fetch(`/api/games/${place.dataset.result}/result`);
    if (response.ok) showLine(place, (await response.json()).text);
  } catch {
    // The game is still there to look at; who won can be seen in it.
  }
}

function result(game) {
  const place = h("small", { class: "result", data: { result: game.key } });
  inSight.observe(place);
  return place;
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
