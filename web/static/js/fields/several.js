// Several of a list, such as cards of a hand: each is a button that is pressed or not, with how many are still wanted.

import { h } from "../dom.js";
import { faceOf } from "../dressing.js";
import { tally } from "./tally.js";

/**
 * @param {SeveralField} field
 * @param {OptionValue[] | undefined} chosen
 * @param {(value: OptionValue[] | undefined) => void} set
 */
export function several(field, chosen, set) {
  const left = [...(chosen ?? [])];
  const picked = field.options.map(({ value }) => {
    const place = left.indexOf(value);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
  const count = tally(field.least, field.most);
  const buttons = field.options.map((option, index) =>
    h(
      "button",
      { class: "button", type: "button", data: { value: option.value }, onclick: () => press(index) },
      faceOf(field, option),
    ),
  );

  /** One of one is changed with a tap; more than is wanted cannot be had. @param {number} index */
  function press(index) {
    if (field.most === 1) picked.fill(false, 0, picked.length);
    else if (!picked[index] && full()) return;
    picked[index] = field.most === 1 || !picked[index];
    show();
  }

  const taken = () => picked.filter(Boolean).length;
  const full = () => taken() >= field.most;

  function show() {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute("aria-pressed", String(picked[index]));
      button.setAttribute("aria-disabled", String(!picked[index] && field.most !== 1 && full()));
    }
    const enough = count.show(taken());
    set(enough ? field.options.filter((_, index) => picked[index]).map(({ value }) => value) : undefined);
  }

  show();
  const short = field.options.every(({ text }) => text.length <= 16);
  const columns = short && buttons.length > 3 ? 2 : 1;
  return [count.line, h("div", { class: "choices several", data: { columns } }, buttons)];
}
