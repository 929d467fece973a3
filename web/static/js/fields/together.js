// Which cells hang together: side by side, or over cells that join those beside them. It draws nothing.

import { cellsOf, nameOf } from "./bits.js";

/**
 * Says of some cells whether they hang together.
 * @param {Together} together
 * @param {number} columns
 */
export function joining({ over, anywhere }, columns) {
  const bridges = cellsOf(over, columns);
  const free = new Set(cellsOf(anywhere, columns).map(nameOf));
  const beside = (/** @type {Cell} */ [x, y], /** @type {Cell} */ [otherX, otherY]) =>
    Math.abs(x - otherX) + Math.abs(y - otherY) === 1;

  /** Whether these are one group. @type {(cells: Cell[]) => boolean} */
  function hang(cells) {
    if (cells.length < 2 || cells.some((cell) => free.has(nameOf(cell)))) return true;
    const left = [...cells.slice(1), ...bridges];
    const edge = [cells[0]];
    let missing = cells.length - 1;
    for (let cell = edge.pop(); cell; cell = edge.pop()) {
      for (let index = left.length - 1; index >= 0; index -= 1) {
        if (!beside(cell, left[index])) continue;
        const [found] = left.splice(index, 1);
        edge.push(found);
        if (cells.includes(found)) missing -= 1;
      }
    }
    return missing === 0;
  }

  return hang;
}
