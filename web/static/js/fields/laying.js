// How a shape lies while somebody tries: which shape, turned which way, at which legal place. It draws nothing.

import { cellsOf, nameOf } from "./bits.js";
import { nearest } from "./nearest.js";

/** @typedef {import("./nearest.js").At} At */
/** @typedef {Omit<Lying, "legal"> & { corners: Cell[], middles: At[], lit: Cell[] }} Way one way to lie */

export class Laying {
  /** Where it lies among the corners of its way; -1 before it was laid. */
  at = -1;

  /**
   * @param {Pick<PlacesField, "grid" | "shapes">} field
   * @param {Laid | undefined} place
   */
  constructor({ grid, shapes }, place) {
    this.shapes = shapes.map(({ value, text, lying }) => ({
      value,
      text,
      ways: lying.map((way) => wayOf(way, grid.columns)).filter(({ corners }) => corners.length),
    }));
    this.shape = this.shapes.find(({ value }) => value === place?.shape) ?? this.shapes[0];
    const same = this.shape.ways.find(({ turn, flipped }) => turn === place?.turn && flipped === place.flipped);
    this.way = same ?? this.shape.ways[0];
    if (place) this.at = this.way.corners.findIndex((corner) => nameOf(corner) === nameOf(place.at));
  }

  /** @returns {Laid | undefined} */
  get place() {
    const at = this.way.corners[this.at];
    return at && { shape: this.shape.value, at, turn: this.way.turn, flipped: this.way.flipped };
  }

  get covered() {
    const corner = this.way.corners[this.at];
    return corner ? moved(this.way.cells, corner) : [];
  }

  /** The ways that one more turn leads through, this one first. */
  get turns() {
    const alike = this.shape.ways.filter(({ flipped }) => flipped === this.way.flipped);
    const now = alike.indexOf(this.way);
    return [...alike.slice(now), ...alike.slice(0, now)];
  }

  get flips() {
    return this.shape.ways.filter(({ flipped }) => flipped !== this.way.flipped);
  }

  turn() {
    this.#lie(this.turns[1]);
  }

  flip() {
    this.#lie(this.flips.find(({ turn }) => turn === this.way.turn) ?? this.flips[0]);
  }

  /** Another of the shapes. @param {number} index */
  take(index) {
    this.shape = this.shapes[index];
    this.#lie(this.shape.ways[0]);
  }

  /** As near as it can to where it lay before. @param {Way | undefined} way */
  #lie(way) {
    if (!way) return;
    const before = this.way.middles[this.at];
    this.way = way;
    this.at = before ? nearest(way.middles, before) : -1;
  }
}

/** @type {(lying: Lying, columns: number) => Way} */
function wayOf({ turn, flipped, cells, legal }, columns) {
  const corners = cellsOf(legal, columns);
  const [right, down] = sizeOf(cells).map((side) => side / 2);
  const middles = corners.map(([x, y]) => ({ x: x + right, y: y + down }));
  const lit = new Map(corners.flatMap((corner) => moved(cells, corner)).map((cell) => [nameOf(cell), cell]));
  return { turn, flipped, cells, corners, middles, lit: [...lit.values()] };
}

/** @type {(cells: Cell[], by: Cell) => Cell[]} */
const moved = (cells, [right, down]) => cells.map(([x, y]) => [x + right, y + down]);

/** How wide and how high it is. @type {(cells: Cell[]) => [number, number]} */
export const sizeOf = (cells) => [1 + Math.max(...cells.map(([x]) => x)), 1 + Math.max(...cells.map(([, y]) => y))];
