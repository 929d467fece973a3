// The end: the score of every player or team revealed part by part, why it was won, and everyone's honour turn by turn.

import { h, words } from "/static/js/dom.js";
import { showFinalScore } from "/static/js/final-score.js";
import { chart } from "/static/js/score-chart.js";

/** @typedef {{ scene: HallScene, seats: Seat[], standings: Standing[] }} Shown */
/** @typedef {{ standings: Standing[], seats: Seat[], sides: HallSide[], ending: HallEnding }} Ended */

/**
 * `record` is where the whole game can be had.
 * @type {(root: HTMLElement, view: Shown, before: View | null, record?: string) => void}
 */
export function showEnding(root, { scene, seats, standings }, before, record = "/record.json") {
  const was = /** @type {HallScene | undefined} */ (before?.scene);
  const { ending, sides } = scene;
  const ended = ending && { standings, seats, sides, ending, record };
  showFinalScore(root, ended, Boolean(was && !was.ending), scores, more);
}

/** @type {(ended: Ended & { record: string }) => Child[]} */
const more = ({ seats, sides, ending, record }) => [
  h("p", { class: "note" }, ending.why),
  h("h2", {}, words.course),
  chart(
    sides.map((side) => side.seats.map((seat) => seats[seat])),
    ending.course,
  ),
  h("a", { class: "button", href: record, download: "" }, words.record),
  h("a", { class: "button quiet", href: "/games" }, words.past_games),
];

/** @type {(ended: Ended) => import("/static/js/final-score.js").FinalScore} */
const scores = ({ standings, seats, sides, ending }) => ({
  sides: sides.map((side) => ({
    seats: side.seats.map((seat) => seats[seat]),
    parts: standings.find(({ seat }) => side.seats.includes(seat))?.parts ?? [],
  })),
  best: sides.flatMap((side, index) => (side.seats.some((seat) => ending.winners.includes(seat)) ? [index] : [])),
});
