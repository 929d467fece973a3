// A pyramid of trolls, and the cascade that runs down it: row by row, what each troll gains lands on it.

import { every, fill, h, words } from "/static/js/dom.js";
import { good, levelInWords, nameOfGood, stripesOf } from "./goods.js";

const ROWS = [4, 3, 2, 1];

/** Cut into rows, the top one first. @template T @param {T[]} all @param {number[]} lengths @returns {T[][]} */
export function rowsOf(all, lengths) {
  let start = 0;
  return lengths
    .map((length) => {
      start += length;
      return all.slice(start - length, start);
    })
    .reverse();
}

/** Ten places in their rows. @type {(cells: HTMLElement[], kind: string) => HTMLElement} */
export const pyramid = (cells, kind) =>
  h(
    "div",
    { class: `pyramid ${kind}` },
    rowsOf(cells, ROWS).map((row) => h("div", { class: "row" }, row)),
  );

/** Which row a place is in, from the bottom. */
const ROW_OF = ROWS.flatMap((length, row) => Array.from({ length }, () => row));

/**
 * What is in each of the ten places, from the bottom left; what a cascade brought comes step by step.
 * @type {(moot: (MootTroll | null)[], cascade: HallCascade | null) => HTMLElement[]}
 */
export const trollsOf = (moot, cascade) =>
  moot.map((troll, place) => {
    const gain = cascade?.gains.find((each) => each.place === place);
    return troll ? card(troll, gain ?? null) : h("span", { class: "troll bare", "aria-hidden": "true" });
  });

/**
 * Somebody's trolls, with what lies on each. Rows that nobody stands in take no room, but for the next of a large one.
 * @type {(moot: (MootTroll | null)[], cascade: HallCascade | null, kind: string) => HTMLElement}
 */
export function mootPyramid(moot, cascade, kind) {
  const drawn = pyramid(trollsOf(moot, cascade), kind);
  const highest = Math.max(...moot.map((troll, place) => (troll ? ROW_OF[place] : -1)));
  const shown = kind === "own" ? highest + 1 : highest;
  for (const [index, row] of every(drawn, ".row").entries()) row.hidden = ROWS.length - 1 - index > shown;
  return drawn;
}

/** @type {(troll: MootTroll, gain: HallCascade["gains"][number] | null) => HTMLElement} */
function card(troll, gain) {
  const left = [...(gain?.symbols ?? [])];
  const symbols = troll.symbols.map(({ kind, held }) => {
    const fresh = held && left.includes(kind);
    if (fresh) left.splice(left.indexOf(kind), 1);
    return good(kind, `${held ? "held" : "used"}${fresh ? " gained" : ""}`);
  });
  const drawn = h(
    "div",
    { class: `troll${gain ? " cascaded" : ""}`, role: "img", "aria-label": inWords(troll) },
    h("span", { class: "name", "aria-hidden": "true" }, troll.name, stripesOf(troll.level)),
    h("span", { class: "symbols", "aria-hidden": "true" }, symbols),
  );
  drawn.style.setProperty("--step", String(gain?.step ?? 0));
  return drawn;
}

/** @type {(troll: MootTroll) => string} */
const inWords = ({ name, level, symbols }) =>
  [
    `${name}, ${levelInWords(level)}`,
    ...symbols.map(({ kind, held }) => fill(held ? words.holds : words.misses, { symbol: nameOfGood(kind) })),
  ].join(". ");

/** The cascade in words, row by row as it is drawn. @type {(cascade: HallCascade) => HTMLElement[]} */
export const cascadeInWords = ({ gains }) =>
  gains.map(({ step, text }) => {
    const line = h("li", { class: "gain" }, text);
    line.style.setProperty("--step", String(step));
    return line;
  });
