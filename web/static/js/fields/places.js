// A shape laid on a grid: a tap lays it at the nearest place where it may lie, then it is nudged, turned or flipped.

import { h, s, setText, words } from "../dom.js";
import { nameOf } from "./bits.js";
import { gridGround, legendOf, outline } from "./grid.js";
import { Laying, sizeOf } from "./laying.js";
import { control, surface } from "./surface.js";

/**
 * @param {PlacesField} field
 * @param {Laid | undefined} chosen
 * @param {(value: Laid | undefined) => void} set
 */
export function places(field, chosen, set) {
  const { grid } = field;
  const laying = new Laying(field, chosen);
  const told = h("p", { class: "told", role: "status" });
  const changing = (/** @type {() => void} */ change) => () => {
    change();
    show();
  };
  const turn = changing(() => laying.turn());
  const flip = changing(() => laying.flip());
  const board = surface({
    size: { width: grid.columns, height: grid.rows },
    label: field.text,
    ground: gridGround(grid),
    points: () => laying.way.middles,
    at: () => laying.at,
    point: (index) => {
      laying.at = index;
      show();
    },
    keys: { r: turn, f: flip },
  });
  const turner = control("turn", words.turn, turn);
  const flipper = control("flip", words.flip, flip);
  const pieces = laying.shapes.map((shape, index) =>
    piece(
      shape,
      changing(() => laying.take(index)),
    ),
  );

  function show() {
    const { shape, way, covered } = laying;
    board.draw(
      s("path", { class: "lit", d: outline(way.lit, 0.1) }),
      s("path", { class: "picked", d: outline(covered, 0.04) }),
    );
    for (const [index, each] of pieces.entries())
      each.setAttribute("aria-pressed", String(laying.shapes[index] === shape));
    turner.hidden = laying.turns.length < 2;
    flipper.hidden = !laying.flips.length;
    setText(told, covered.length ? `${shape.text} · ${nameOf(covered[0])}` : shape.text);
    set(laying.place);
  }

  show();
  return [
    pieces.length > 1 ? h("div", { class: "pieces" }, pieces) : null,
    board.element,
    h("div", { class: "told-row" }, told, legendOf(grid)),
    h("div", { class: "controls" }, board.arrows, turner, flipper),
  ];
}

const CELL = 10; // pixels of a cell on a button

/** One of the shapes, to take instead. @type {(shape: Laying["shape"], take: () => void) => HTMLElement} */
function piece({ value, text: label, ways: [{ cells }] }, take) {
  const [width, height] = sizeOf(cells);
  const size = { viewBox: `0 0 ${width} ${height}`, width: width * CELL, height: height * CELL };
  const drawn = s("svg", { class: "shape-picture", ...size, "aria-hidden": "true" }, s("path", { d: outline(cells) }));
  return h("button", { class: "button", type: "button", "aria-label": label, data: { value }, onclick: take }, drawn);
}
