// How many are picked of how many that are wanted.

import { fill, h, setText, words } from "../dom.js";

/** @type {(least: number, most: number) => { line: HTMLElement, show: (count: number) => boolean }} */
export function tally(least, most) {
  const line = h("p", { class: "tally figures", role: "status" });
  /** Says whether it is enough. @param {number} count */
  function show(count) {
    const enough = count >= least && count <= most;
    setText(line, fill(least > 1 && least < most ? words.count_of_range : words.count_of, { count, least, most }));
    line.dataset.enough = String(enough);
    return enough;
  }
  return { line, show };
}
