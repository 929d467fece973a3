// The final score, part by part and side by side: revealed one after the other where the game ended under our eyes.
// What else a game tells at its end comes below it.

import { h, icon, token, words } from "./dom.js";
import { draw, remembered } from "./redraw.js";

/** What a player or a team scored, for what. @typedef {{ seats: Seat[], parts: Standing["parts"] }} Scored */
/** @typedef {{ sides: Scored[], best: number[] }} FinalScore which of the sides won */

const PACE = 1400; // milliseconds a part

const shown = remembered(Infinity); // parts revealed so far
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/**
 * `live` says that the game ended just now; a page opened later shows it all at once, and what `more` adds to it.
 * @template T
 * @param {HTMLElement} root
 * @param {T | null} ended nothing while the game goes on
 * @param {boolean} live
 * @param {(ended: T) => FinalScore} score
 * @param {(ended: T) => Child} more
 */
export function showFinalScore(root, ended, live, score, more) {
  root.hidden = !ended;
  if (!ended) {
    shown.value = Infinity;
    return;
  }
  const paint = () => {
    root.dataset.done = String(shown.value === Infinity);
    draw(root, ended, (seen) =>
      shown.value === Infinity
        ? [scores(score(seen), Infinity, null), more(seen)]
        : scores(score(seen), shown.value, () => {
            all();
            paint();
          }),
    );
  };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (live && !still) reveal(score(ended).sides[0].parts.length, paint);
  paint();
}

/** @type {(parts: number, paint: () => void) => void} */
function reveal(parts, paint) {
  shown.value = 0;
  clearInterval(timer);
  timer = setInterval(() => {
    shown.value += 1;
    if (shown.value > parts) all();
    paint();
  }, PACE);
}

function all() {
  clearInterval(timer);
  shown.value = Infinity;
}

/** @type {(score: FinalScore, known: number, skip: (() => void) | null) => HTMLElement} */
function scores({ sides, best }, known, skip) {
  const rows = sides[0].parts.map(([name], part) =>
    row(
      name,
      sides.map(({ parts }) => h("td", { class: "figure" }, part < known ? String(parts[part][1]) : "")),
      part === known - 1 ? "fresh" : "",
    ),
  );
  const sums = sides.map(({ parts }, side) => total(parts.slice(0, known), !skip && best.includes(side)));
  const table = h(
    "table",
    { class: "reveal" },
    heads(sides.map(({ seats }) => h("th", { scope: "col" }, seats.map(whose)))),
    h("tbody", {}, rows),
    h("tfoot", {}, row(words.total, sums)),
  );
  if (skip) table.addEventListener("click", skip);
  return table;
}

/** @type {(seat: Seat) => Child[]} */
const whose = (seat) => [token(seat), h("span", {}, seat.name)];

/** @type {(cells: Child) => HTMLElement} */
export const heads = (cells) => h("thead", {}, h("tr", {}, h("td"), cells));

/** @type {(name: string, cells: Child, kind?: string) => HTMLElement} */
export const row = (name, cells, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), cells);

/** @type {(parts: Standing["parts"], wins: boolean) => HTMLElement} */
const total = (parts, wins) =>
  h(
    "td",
    { class: `figure${wins ? " best" : ""}` },
    String(parts.reduce((sum, [, value]) => sum + value, 0)),
    wins ? icon("crown", "icon crowned", words.wins) : null,
  );
