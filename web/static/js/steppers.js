// Boulders by colour with plus and minus, side by side within the thumb's reach.

import { COLOURS, h, icon, setText, shape, words } from "./dom.js";

/**
 * @param {Boulders} values changed in place
 * @param {Boulders} most
 * @param {(values: Boulders) => unknown} changed
 */
export const steppers = (values, most, changed) =>
  h(
    "div",
    { class: "steppers" },
    COLOURS.map((colour) => stepper(colour, values, most, changed)),
  );

/**
 * @param {Colour} colour
 * @param {Boulders} values
 * @param {Boulders} most
 * @param {(values: Boulders) => unknown} changed
 */
function stepper(colour, values, most, changed) {
  const figure = h("output", { class: "figure" });
  const show = () => {
    setText(figure, String(values[colour]));
    plus.disabled = values[colour] >= most[colour];
    minus.disabled = values[colour] <= 0;
  };
  const move = (/** @type {number} */ by) => {
    values[colour] = Math.min(most[colour], Math.max(0, values[colour] + by));
    show();
    changed(values);
  };
  const plus = step(1, "plus", () => move(1), `${words[colour]}: ${words.more}`, { colour });
  const minus = step(-1, "minus", () => move(-1), `${words[colour]}: ${words.fewer}`, { colour });
  show();
  return h(
    "div",
    { class: `stepper ${colour}`, role: "group", "aria-label": words[colour] },
    plus,
    h("div", { class: "count" }, shape(colour), figure),
    minus,
  );
}

/**
 * A button that steps by one, forward or back.
 * @param {1 | -1} by
 * @param {string} sign
 * @param {() => unknown} work
 * @param {string} label
 * @param {Props["data"]} data
 */
export const step = (by, sign, work, label, data = {}) =>
  h("button", { class: "step", type: "button", data: { ...data, by }, "aria-label": label, onclick: work }, icon(sign));

/** @param {Partial<Boulders>} boulders */
export const sum = (boulders) => COLOURS.reduce((total, colour) => total + (boulders[colour] ?? 0), 0);
