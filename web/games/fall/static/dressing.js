// What forms ask for, in the Fall's own pictures: cards and symbols, the own ancestry under a grid, the mountain under
// its spots.

import { h, s } from "/static/js/dom.js";
import { dress } from "/static/js/dressing.js";
import { cellsOf } from "/static/js/fields/bits.js";
import { ancestryGround, cardPicture, frameOf, quadrantAt, read } from "./ancestry.js";
import { mountainOf } from "./mountain.js";

const CORNERS = ["top_left", "top_right", "bottom_left", "bottom_right"];

/** Dresses the forms of this page; what it returns is told each view. @type {() => (view: FallSeatView) => void} */
export function dressing() {
  /** @type {FallSeatView | null} */
  let last = null;

  /** @type {NonNullable<Dressing["face"]>} */
  function face({ name }, { value }) {
    const card = name === "card" ? last?.scene.cards[value] : null;
    if (card) return cardPicture([...card]);
    if (!CORNERS.includes(name)) return null;
    return s("svg", { class: "ancestry-card one", viewBox: "0 0 1 1" }, quadrantAt(read(String(value)), 0, 0));
  }

  /** @type {NonNullable<Dressing["arrange"]>} */
  function arrange({ name }, buttons) {
    if (name === "gate") return h("div", { class: "fall-gates" }, buttons);
    return name === "card" || CORNERS.includes(name) ? h("div", { class: "fall-cards" }, buttons) : null;
  }

  const ground = () => (last ? ancestryGround(last.scene.players[last.seat].ancestry) : null);
  /** The ancestry, and all that a card could reach. @type {NonNullable<Dressing["frame"]>} */
  function frame({ name, legal, grid }) {
    if (!last) return null;
    const reached = cellsOf(legal, grid.columns).flatMap(([column, row]) =>
      name === "at"
        ? [
            [column, row],
            [column + 1, row + 1],
          ]
        : [[column, row]],
    );
    const shown = last.scene.players[last.seat].ancestry.map(({ cell }) => cell);
    const { left, top, columns, rows } = frameOf(/** @type {Cell[]} */ ([...reached, ...shown]));
    return { left, top, width: columns, height: rows };
  }

  const chart = () => (last ? s("g", { class: "mountain-map", transform: "scale(0.001)" }, mountainOf(last)) : null);
  dress({ face, arrange, ground, frame, chart });
  return (view) => {
    last = view;
  };
}
