// What a form asks for as the game on the table draws it itself: its own map under a grid, a picture for an answer.
// Where it does not, words and plain squares do.

import { h } from "./dom.js";

/** @type {Dressing | null} */
let own = null;

/** By a game's part while its pages are up, and with nothing when it leaves. @param {Dressing | null} dressing */
export function dress(dressing) {
  own = dressing;
}

/**
 * What an answer looks like; its words are said all the same.
 * @type {(field: PickField | SeveralField | AmountField, option: Option) => Child}
 */
export function faceOf(field, option) {
  const face = own?.face?.(field, option);
  return face ? [face, h("span", { class: "unseen" }, option.text)] : option.text;
}

/**
 * The answers to a question in an order of the game's own, or none.
 * @type {(field: PickField | AmountField, buttons: HTMLElement[]) => HTMLElement | null}
 */
export const arranged = (field, buttons) => (field.kind === "pick" && own?.arrange?.(field, buttons)) || null;

/** @type {(grid: Grid) => Child} */
export const ownGround = (grid) => own?.ground?.(grid) ?? null;

/** @type {(field: CellsField) => import("./fields/surface.js").Extent | null} */
export const ownFrame = (field) => own?.frame?.(field) ?? null;

/** @type {(chart: SpotsField["chart"]) => Child} */
export const ownChart = (chart) => own?.chart?.(chart) ?? null;
