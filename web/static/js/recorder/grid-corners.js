// Laying a grid over the photo: its four corners are dragged, tapped or nudged by arrow keys, and its rows counted.

import { rounded } from "../board-map.js";
import { ask, button, fill, h, pair, s, words } from "../dom.js";
import { step } from "../steppers.js";
import { sheet } from "./map.js";
import { convex, perspective } from "./perspective.js";
import { changed, noted } from "./recording.js";

const NUDGE = 0.01; // of the photo, by an arrow key
/** Across and down. @type {Record<string, Point>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

let corner = 0; // which of them a tap moves

/** `done` is called when it lies right. @type {(layer: GridLayer, lies: DraftGrid, done: () => void) => Guided} */
export function corners(layer, lies, done) {
  const put = (/** @type {number} */ which, /** @type {Point} */ at) => {
    const moved = /** @type {GridCorners} */ (lies.corners.map((each, index) => (index === which ? at : each)));
    if (convex(moved)) lies.corners = moved;
  };
  const view = sheet((at) => {
    put(corner, at);
    corner = (corner + 1) % 4;
    changed();
  });
  const lines = s("svg", { class: "laid-grid", viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  const draw = () => lines.replaceChildren(...strokes(lies));
  const handles = lies.corners.map((_, index) => handle(layer, lies, index, view.element, put, draw));
  view.element.append(lines, ...handles);
  draw();
  return {
    stage: [view.element],
    dock: [
      ask(layer.words.corners),
      size(layer, lies, "rows"),
      size(layer, lies, "columns"),
      pair(button(layer.words.lies, "primary", done, { data: { do: "lies" } })),
    ],
  };
}

/**
 * @param {GridLayer} layer
 * @param {DraftGrid} lies
 * @param {number} index
 * @param {HTMLElement} board
 * @param {(which: number, at: Point) => void} put
 * @param {() => void} draw
 */
function handle(layer, lies, index, board, put, draw) {
  const label = fill(layer.words.corner, { number: index + 1 });
  const grip = h("button", {
    class: `grip${index === corner ? " picked" : ""}`,
    type: "button",
    "aria-label": label,
    data: { corner: index },
  });
  const place = () => {
    grip.style.left = `${lies.corners[index][0] * 100}%`;
    grip.style.top = `${lies.corners[index][1] * 100}%`;
    draw();
  };
  const move = (/** @type {Point} */ at) => {
    put(index, /** @type {Point} */ (at.map((share) => rounded(Math.min(1, Math.max(0, share))))));
    place();
    noted();
  };
  grip.addEventListener("click", (event) => event.stopPropagation());
  grip.addEventListener("pointerdown", (event) => grip.setPointerCapture(event.pointerId));
  grip.addEventListener("pointermove", (event) => {
    if (grip.hasPointerCapture(event.pointerId)) move(within(board, event));
  });
  grip.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const [x, y] = lies.corners[index];
    move([x + arrow[0] * NUDGE, y + arrow[1] * NUDGE]);
  });
  place();
  return grip;
}

/** Where on the board a finger is. @type {(board: HTMLElement, event: PointerEvent) => Point} */
export function within(board, event) {
  const box = board.getBoundingClientRect();
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
}

/** @type {(lies: DraftGrid) => SVGElement[]} */
function strokes({ rows, columns, corners: at }) {
  const { onto } = perspective(at);
  const line = (/** @type {Point} */ [x1, y1], /** @type {Point} */ [x2, y2]) =>
    s("line", { x1: x1 * 100, y1: y1 * 100, x2: x2 * 100, y2: y2 * 100 });
  return [
    ...Array.from({ length: rows + 1 }, (_, row) => line(onto(0, row / rows), onto(1, row / rows))),
    ...Array.from({ length: columns + 1 }, (_, column) => line(onto(column / columns, 0), onto(column / columns, 1))),
  ];
}

/** @type {(layer: GridLayer, lies: DraftGrid, side: "rows" | "columns") => HTMLElement | null} */
function size(layer, lies, side) {
  const [least, most] = layer[side];
  if (least === most) return null;
  const by = (/** @type {1 | -1} */ one) => {
    lies[side] = Math.min(most, Math.max(least, lies[side] + one));
    lies.cells = inside(lies);
    changed();
  };
  return h(
    "div",
    { class: "counter", role: "group", "aria-label": layer.words[side] },
    h("span", { class: "grow" }, layer.words[side]),
    step(-1, "minus", () => by(-1), `${layer.words[side]}: ${words.fewer}`, { side }),
    h("output", { class: "figure" }, String(lies[side])),
    step(1, "plus", () => by(1), `${layer.words[side]}: ${words.more}`, { side }),
  );
}

/** What was said of squares that are no more is forgotten. @param {DraftGrid} lies */
function inside({ rows, columns, cells }) {
  const kept = Object.entries(cells).filter(([at]) => {
    const [row, column] = at.split(",").map(Number);
    return row < rows && column < columns;
  });
  return Object.fromEntries(kept);
}
