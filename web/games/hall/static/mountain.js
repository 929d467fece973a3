// The mountain on a page: to look at, and where somebody may tap, to hear what is in a square.

import { h, s, setText, words } from "/static/js/dom.js";
import { surface } from "/static/js/fields/surface.js";
import { draw, remembered } from "/static/js/redraw.js";
import { mountainDrawing } from "./mountain-drawing.js";
import { photoBelow } from "./photo.js";
import { squareInWords } from "./square-words.js";

/** What of the mountain is drawn now. @type {(view: HallShown, redraw: () => void) => Child[]} */
export const drawingOf = ({ scene: { mountain, phase }, seats }, redraw) =>
  mountain
    ? mountainDrawing({ mountain, seats, open: phase === "places_gate", photo: photoBelow(mountain, redraw) })
    : [];

/** @type {(mountain: HallMountain) => Cell[]} */
const squaresOf = ({ tiers }) =>
  tiers.flatMap((line, row) =>
    [...line].flatMap((tier, column) => (tier === "." ? [] : [/** @type {Cell} */ ([column, row])])),
  );

/** Only to look at. @type {(root: HTMLElement, redraw: () => void) => (view: HallShown) => void} */
export function mountainToSee(root, redraw) {
  const drawing = s("svg", { class: "mountain-map", role: "img", "aria-label": words["hall-map"] });
  root.append(drawing);
  return (view) => {
    if (!view.scene.mountain) return;
    const { columns, tiers } = view.scene.mountain;
    drawing.setAttribute("viewBox", `0 0 ${columns} ${tiers.length}`);
    draw(drawing, view, (seen) => drawingOf(seen, redraw));
  };
}

/** Each square says what is in it. @type {(root: HTMLElement, redraw: () => void) => (view: HallShown) => void} */
export function mountainToTap(root, redraw) {
  const told = h("p", { class: "square-told", role: "status" });
  const at = remembered(-1);
  /** @type {{ of: string, squares: Cell[], board: ReturnType<typeof surface> } | null} */
  let made = null;

  /** @type {(mountain: HallMountain) => NonNullable<typeof made>} */
  function boardFor(mountain) {
    const of = mountain.tiers.join();
    if (made?.of === of) return made;
    at.value = -1;
    const squares = squaresOf(mountain);
    const points = squares.map(([x, y]) => ({ x: x + 0.5, y: y + 0.5 }));
    const board = surface({
      size: { width: mountain.columns, height: mountain.tiers.length },
      label: words["hall-map"],
      ground: null,
      points: () => points,
      at: () => at.value,
      point: (index) => {
        at.value = index;
        redraw();
      },
      keys: {},
    });
    board.element.classList.add("mountain-map");
    made = { of, squares, board };
    root.replaceChildren(board.element, told);
    return made;
  }

  const over = { replaceChildren: (/** @type {Child[]} */ ...drawn) => made?.board.draw(drawn) };

  return (view) => {
    const { mountain } = view.scene;
    if (!mountain) return;
    const { squares } = boardFor(mountain);
    const here = squares[at.value];
    draw(over, view, (seen) => {
      const pointed = squares[at.value];
      return [
        drawingOf(seen, redraw),
        pointed ? s("rect", { class: "pointed", x: pointed[0], y: pointed[1], width: 1, height: 1 }) : null,
      ];
    });
    setText(told, here ? squareInWords(here, mountain, view.seats) : words.tap_square);
  };
}
