// The end: the score revealed part by part, why a tie was won, the course of the game, and how everyone hammered.

import { h, token, words } from "/static/js/dom.js";
import { heads, row, showFinalScore } from "/static/js/final-score.js";
import { asDecimal } from "/static/js/numbers.js";
import { chart } from "/static/js/score-chart.js";

/** @typedef {{ standings: Standing[], seats: Seat[], ending: Ending }} Ended */

/** @type {(root: HTMLElement, view: SceneView, before: SceneView | QuietView | null) => void} */
export function showEnding(root, view, before) {
  const { ending } = view.scene;
  const ended = ending && { standings: view.standings, seats: view.seats, ending };
  showFinalScore(root, ended, Boolean(before?.scene && !before.scene.ending), scores, more);
}

/** @type {(ended: Ended) => Child[]} */
const more = ({ seats, ending }) => [
  ending.tie ? h("p", { class: "note" }, ending.tie) : null,
  h("h2", {}, words.course),
  chart(
    seats.map((seat) => [seat]),
    ending.course.scores,
  ),
  h("h2", {}, words.hammered),
  hammered(seats, ending),
  h("a", { class: "button", href: "/record.json", download: "" }, words.record),
  h("a", { class: "button quiet", href: "/games" }, words.past_games),
];

/** @type {(ended: Ended) => import("/static/js/final-score.js").FinalScore} */
const scores = ({ standings, seats, ending }) => ({
  sides: standings.map(({ seat, parts }) => ({ seats: [seats[seat]], parts: lastly(parts) })),
  best: [standings.findIndex(({ seat }) => seat === ending.winner)],
});

/**
 * The sack was nobody else's business until now: it comes last.
 * @type {(parts: Standing["parts"]) => Standing["parts"]}
 */
const lastly = ([belt, sack, ...others]) => [belt, ...others, sack];

/** @type {() => [string, (each: Hammered) => string | number][]} */
const stats = () => [
  [words.per_hit, (each) => (each.hits ? asDecimal(each.boulders / each.hits) : "–")],
  [words.hits, (each) => each.hits],
  [words.empty, (each) => each.empty],
  [words.anger, (each) => each.angered],
];

/** @type {(seats: Seat[], ending: Ending) => HTMLElement} */
const hammered = (seats, ending) =>
  h(
    "table",
    { class: "reveal stats" },
    heads(seats.map((seat) => h("th", { scope: "col" }, token(seat), h("span", { class: "unseen" }, seat.name)))),
    h(
      "tbody",
      {},
      stats().map(([name, value]) =>
        row(
          name,
          ending.hammered.map((each) => h("td", { class: "figure" }, String(value(each)))),
        ),
      ),
    ),
  );
