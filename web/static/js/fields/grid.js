// A grid as it is drawn: its lines, what lies on it, and cells to point at.

import { h, painted, s } from "../dom.js";
import { ownFrame, ownGround } from "../dressing.js";
import { cellsOf, nameOf } from "./bits.js";
import { points } from "./points.js";
import { joining } from "./together.js";

/** The outline of some cells, as one path. @type {(cells: Cell[], inset?: number) => string} */
export const outline = (cells, inset = 0.06) =>
  cells.map(([x, y]) => `M${x + inset} ${y + inset}h${1 - 2 * inset}v${1 - 2 * inset}h${2 * inset - 1}z`).join("");

/** As the game draws it, or its layers one upon the other. @type {(grid: Grid) => Child} */
export const gridGround = (grid) => ownGround(grid) ?? plainGround(grid);

/** @type {(grid: Grid) => Child} */
function plainGround({ columns, rows, layers }) {
  const lines = [
    ...Array.from({ length: columns + 1 }, (_, x) => `M${x} 0v${rows}`),
    ...Array.from({ length: rows + 1 }, (_, y) => `M0 ${y}h${columns}`),
  ];
  return [
    s("rect", { class: "board", width: columns, height: rows }),
    s("path", { class: "lines", d: lines.join("") }),
    layers.map((layer, index) => layerOf(layer, index, columns)),
  ];
}

/** @type {(layer: Layer, index: number, columns: number) => SVGElement} */
function layerOf(layer, index, columns) {
  const cells = cellsOf(layer.cells, columns);
  const drawn = s(
    "g",
    { class: `layer ${layer.colour ? "piece" : ""}`, data: { layer: index } },
    s("path", { d: outline(cells, 0) }),
    layer.mark ? cells.map(([x, y]) => s("text", { x: x + 0.5, y: y + 0.5 }, layer.mark)) : null,
  );
  return layer.colour ? painted(drawn, layer.colour) : drawn;
}

/** What the marks on it mean, if there are any. @type {(grid: Grid) => Child} */
export function legendOf(grid) {
  if (ownGround(grid)) return null;
  const { columns, layers } = grid;
  const there = layers.filter(({ mark, cells: bits }) => mark && cellsOf(bits, columns).length);
  const meanings = there.map(({ mark, text }) => h("li", {}, h("b", {}, mark), ` ${text}`));
  return meanings.length ? h("ul", { class: "legend" }, meanings) : null;
}

/**
 * @param {CellsField} field
 * @param {Cell[] | undefined} chosen
 * @param {(value: Cell[] | undefined) => void} set
 */
export function cells(field, chosen, set) {
  const { grid } = field;
  const legal = cellsOf(field.legal, grid.columns);
  const spots = legal.map((cell) => ({ x: cell[0] + 0.5, y: cell[1] + 0.5, name: nameOf(cell) }));
  const before = (chosen ?? []).map(nameOf);
  const ground = {
    size: ownFrame(field) ?? { width: grid.columns, height: grid.rows },
    drawn: gridGround(grid),
    legend: legendOf(grid),
    mark: (/** @type {number} */ index, /** @type {string} */ kind) =>
      s("path", { class: kind, d: outline([legal[index]], kind === "lit" ? 0.1 : 0.06) }),
  };
  const hang = field.together && joining(field.together, grid.columns);
  const adds = hang
    ? (/** @type {number[]} */ picked, /** @type {number} */ index) =>
        hang([...picked, index].map((each) => legal[each]))
    : undefined;
  const indices = spots.flatMap(({ name }, index) => (before.includes(name) ? [index] : []));
  return points(field, spots, { ...ground, adds }, indices, (order) => set(order?.map((index) => legal[index])));
}
