// The course of a game: one line for a player or a team, with its colour, its dashes, and its initials at the end.

import { painted, s, words } from "./dom.js";

const [WIDE, HIGH] = [400, 240];
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 36, 14, 30]; // room for what is written around the lines
const APART = 18; // what two initials need so as not to cover each other
const DASH = ["", "14 7", "4 6", "16 6 4 6", "24 5"];

/**
 * Whose lines they are, and how they stood after every turn.
 * @type {(sides: Seat[][], scores: number[][]) => SVGElement}
 */
export function chart(sides, scores) {
  const most = Math.max(...scores.flat(), 10);
  const last = scores[scores.length - 1];
  const x = (/** @type {number} */ turn) => LEFT + (turn / Math.max(1, scores.length - 1)) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ score) => HIGH - BOTTOM - (score / most) * (HIGH - BOTTOM - TOP);
  const ends = spread(sides.map((_, side) => y(last[side])));
  const name = (/** @type {Seat[]} */ seats) => seats.map((seat) => seat.name).join(", ");
  const label = sides.map((seats, number) => `${name(seats)} ${last[number]}`).join("; ");
  return s(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${words.course}: ${label}` },
    rules(most, y),
    sides.map((seats, number) => {
      const points = scores.map((each, turn) => `${x(turn).toFixed(1)},${y(each[number]).toFixed(1)}`).join(" ");
      const line = s("polyline", { points, class: seats[0].colour, "stroke-dasharray": DASH[number] });
      const initials = seats.map((seat) => seat.initial).join("");
      return [
        painted(line, seats[0]),
        s("text", { class: "end", x: WIDE - RIGHT + 8, y: ends[number], "dominant-baseline": "central" }, initials),
      ];
    }),
    s("text", { x: (LEFT + WIDE - RIGHT) / 2, y: HIGH - 6, "text-anchor": "middle" }, words.turns),
  );
}

/** @param {number} most */
function stepFor(most) {
  if (most > 120) return 40;
  return most > 60 ? 20 : 10;
}

/** @type {(most: number, y: (score: number) => number) => Child[]} */
function rules(most, y) {
  const step = stepFor(most);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => {
    const score = index * step;
    return [
      s("line", { class: "rule", x1: LEFT, x2: WIDE - RIGHT, y1: y(score), y2: y(score) }),
      s("text", { x: LEFT - 8, y: y(score), "text-anchor": "end", "dominant-baseline": "central" }, String(score)),
    ];
  });
}

/** Initials at the lines' ends, moved apart where they would cover each other. @param {number[]} ends */
function spread(ends) {
  const order = [...ends.keys()].sort((a, b) => ends[a] - ends[b]);
  const moved = [...ends];
  for (const [index, seat] of order.entries())
    if (index) moved[seat] = Math.max(moved[seat], moved[order[index - 1]] + APART);
  return moved;
}
