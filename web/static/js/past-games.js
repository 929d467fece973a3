// Past games, newest first, and the records of games from elsewhere.

import { post } from "./connection.js";
import { $, given, h, icon, showLine, words } from "./dom.js";
import { holdButton } from "./hold-button.js";
import { asDate } from "./numbers.js";
import { look, sendOnce } from "./requests.js";

/** @type {{ games: PastGame[], brought: PastGame[], host: boolean }} */
const { games, brought, host } = given();

// A long game takes a moment to be played again, so only those in sight are asked about, one after the other.
let asked = Promise.resolve();
const inSight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    inSight.unobserve(target);
    asked = asked.then(() => tellResult(/** @type {HTMLElement} */ (target)));
  }
});

$("games").replaceChildren(...(games.length ? games.map(row) : [h("li", { class: "none" }, words.none)]));
showBrought(brought);

/** @param {PastGame[]} games */
function showBrought(games) {
  $("brought").replaceChildren(...games.map((game) => (host ? removable(game) : row(game))));
}

/** @param {PastGame} game */
function link(game) {
  return h(
    "a",
    { class: "row past grow", href: `/games/${game.key}`, data: { game: game.key } },
    h(
      "span",
      { class: "grow" },
      h("b", {}, `${game.title}: ${game.names.join(", ")}`),
      game.at ? h("small", {}, asDate(game.at)) : null,
      result(game),
    ),
    icon("chevron", "icon faint"),
  );
}

/** @param {PastGame} game */
function row(game) {
  return h("li", {}, link(game));
}

/** @param {HTMLElement} place */
async function tellResult(place) {
  // Without an answer the game is still there to look at; who won can be seen in it.
  const told = /** @type {{ text: string } | null} */ (await look(`/api/games/${place.dataset.result}/result`));
  if (told) showLine(place, told.text);
}

/** @param {PastGame} game */
function result(game) {
  const place = h("small", { class: "result", data: { result: game.key } });
  inSight.observe(place);
  return place;
}

/** @param {PastGame} game */
function removable(game) {
  const remove = async () => {
    const answer = /** @type {AnswerWith<{ brought: PastGame[] }>} */ (
      await post("/api/host/games/remove", { key: game.key })
    );
    if (answer.ok) showBrought(answer.brought);
    return answer;
  };
  return h("li", { class: "with-button" }, link(game), holdButton(words.remove, words.hold_remove, remove, "small"));
}

document.getElementById("import")?.addEventListener("change", async () => {
  const input = $("import", HTMLInputElement);
  const file = input.files?.[0];
  if (!file) return;
  input.value = "";
  showLine($("said"), null);
  const answer = /** @type {AnswerWith<{ key: string }>} */ (await sendOnce("/api/host/games/look", file));
  if (answer.ok) location.assign(`/games/${answer.key}`);
  else showLine($("said"), answer.text);
});
