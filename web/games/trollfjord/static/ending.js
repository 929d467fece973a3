// The end: the score revealed part by part, why a tie was won, the course of the game, and how everyone hammered.

import { h, icon, token, words } from "/static/js/dom.js";
import { asDecimal } from "/static/js/numbers.js";
import { draw, remembered } from "/static/js/redraw.js";
import { chart } from "./score-chart.js";

/** @typedef {{ standings: Standing[], seats: Seat[], ending: Ending }} Ended */

const PACE = 1400; // milliseconds a part

const shown = remembered(Infinity); // parts revealed so far
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/**
 * Part by part when the game ended under our eyes; a page opened later shows it all at once.
 * @type {(root: HTMLElement, view: SceneView, before: SceneView | QuietView | null) => void}
 */
export function showEnding(root, view, before) {
  const { ending } = view.scene;
  root.hidden = !ending;
  if (!ending) {
    shown.value = Infinity;
    return;
  }
  const ended = { standings: view.standings, seats: view.seats, ending };
  const live = before?.scene && !before.scene.ending;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (live && !still) reveal(root, ended);
  paint(root, ended);
}

/** @type {(root: HTMLElement, ended: Ended) => void} */
function reveal(root, ended) {
  shown.value = 0;
  clearInterval(timer);
  timer = setInterval(() => {
    shown.value += 1;
    if (shown.value > ended.standings[0].parts.length) all();
    paint(root, ended);
  }, PACE);
}

function all() {
  clearInterval(timer);
  shown.value = Infinity;
}

/** @type {(root: HTMLElement, ended: Ended) => void} */
function paint(root, ended) {
  root.dataset.done = String(shown.value === Infinity);
  const skip = () => {
    all();
    paint(root, ended);
  };
  draw(root, ended, (seen) => (shown.value === Infinity ? whole(seen) : scores(seen, shown.value, skip)));
}

/** @type {(ended: Ended) => Child[]} */
const whole = (ended) => [
  scores(ended, Infinity, null),
  ended.ending.tie ? h("p", { class: "note" }, ended.ending.tie) : null,
  h("h2", {}, words.course),
  chart(ended.seats, ended.ending.course.scores),
  h("h2", {}, words.hammered),
  hammered(ended),
  h("a", { class: "button", href: "/record.json", download: "" }, words.record),
  h("a", { class: "button quiet", href: "/games" }, words.past_games),
];

/**
 * The sack was nobody else's business until now: it comes last.
 * @type {(parts: Standing["parts"]) => Standing["parts"]}
 */
const lastly = ([belt, sack, ...others]) => [belt, ...others, sack];

/** @type {(ended: Ended, known: number, skip: (() => void) | null) => HTMLElement} */
function scores({ standings, seats, ending }, known, skip) {
  const parts = standings.map((standing) => lastly(standing.parts));
  const best = skip ? null : ending.winner;
  const rows = parts[0].map(([name], part) =>
    row(
      name,
      parts.map((own) => h("td", { class: "figure" }, part < known ? String(own[part][1]) : "")),
      part === known - 1 ? "fresh" : "",
    ),
  );
  const sums = standings.map(({ seat }, index) => total(parts[index].slice(0, known), seat === best));
  const table = h(
    "table",
    { class: "reveal" },
    heads(standings.map(({ seat }) => h("th", { scope: "col" }, token(seats[seat]), h("span", {}, seats[seat].name)))),
    h("tbody", {}, rows),
    h("tfoot", {}, row(words.total, sums)),
  );
  if (skip) table.addEventListener("click", skip);
  return table;
}

/** @type {(cells: Child) => HTMLElement} */
const heads = (cells) => h("thead", {}, h("tr", {}, h("td"), cells));

/** @type {(name: string, cells: Child, kind?: string) => HTMLElement} */
const row = (name, cells, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), cells);

/** @type {(parts: Standing["parts"], wins: boolean) => HTMLElement} */
const total = (parts, wins) =>
  h(
    "td",
    { class: `figure${wins ? " best" : ""}` },
    String(parts.reduce((sum, [, value]) => sum + value, 0)),
    wins ? icon("crown", "icon crowned", words.wins) : null,
  );

/** @type {() => [string, (each: Hammered) => string | number][]} */
const stats = () => [
  [words.per_hit, (each) => (each.hits ? asDecimal(each.boulders / each.hits) : "–")],
  [words.hits, (each) => each.hits],
  [words.empty, (each) => each.empty],
  [words.anger, (each) => each.angered],
];

/** @type {(ended: Ended) => HTMLElement} */
const hammered = ({ seats, ending }) =>
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
