// Boulders by colour with plus and minus, side by side within the thumb's reach.

import { COLOURS, h, icon, setText, shape, words } from "./dom.js";

export function steppers(values, most, changed) {
  const columns = COLOURS.map((colour) => {
    const figure = h("output", { class: "figure" });
    const step = (by, name, label) =>
      h(
        "button",
        { class: "step", type: "button", data: { colour, by }, "aria-label": `${words[colour]}: ${label}`, onclick: () => move(by) },
        icon(name),
      );
    const plus = step(1, "plus", words.more);
    const minus = step(-1, "minus", words.fewer);
    const show = () => {
      setText(figure, String(values[colour]));
      plus.disabled = values[colour] >= most[colour];
      minus.disabled = values[colour] <= 0;
    };
    const move = (by) => {
      values[colour] = Math.min(most[colour], Math.max(0, values[colour] + by));
      show();
      changed(values);
    };
    show();
    return h(
      "div",
      { class: `stepper ${colour}`, role: "group", "aria-label": words[colour] },
      plus,
      h("div", { class: "count" }, shape(colour), figure),
      minus,
    );
  });
  return h("div", { class: "steppers" }, columns);
}

export const sum = (boulders) => COLOURS.reduce((total, colour) => total + (boulders[colour] ?? 0), 0);
