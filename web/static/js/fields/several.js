// Several of a list, such as cards of a hand: each is a button that is pressed or not, with how many are still wanted.
// What is there more than once is one button, and every tap takes one more.

import { h } from "../dom.js";
import { faceOf } from "../dressing.js";
import { tally } from "./tally.js";

/**
 * One kind of what can be chosen: how many there are, and how many are taken.
 * @typedef {object} Kind
 * @property {Option} option
 * @property {number} many
 * @property {number} taken
 * @property {HTMLButtonElement} button
 * @property {HTMLElement | null} share
 */

/**
 * @param {SeveralField} field
 * @param {OptionValue[] | undefined} chosen
 * @param {(value: OptionValue[] | undefined) => void} set
 */
export function several(field, chosen, set) {
  const count = tally(field.least, field.most);
  /** @type {Map<OptionValue, Kind>} */
  const kinds = new Map();
  for (const option of field.options) {
    const many = field.options.filter(({ value }) => value === option.value).length;
    if (!kinds.has(option.value)) kinds.set(option.value, kind(option, many));
  }

  /** @type {(option: Option, many: number) => Kind} */
  function kind(option, many) {
    const taken = Math.min(many, chosen?.filter((value) => value === option.value).length ?? 0);
    const share = many > 1 ? h("b", { class: "share figure", "aria-hidden": "true" }) : null;
    const button = h(
      "button",
      { class: "button", type: "button", data: { value: option.value }, onclick: () => press(option.value) },
      faceOf(field, option),
      share,
    );
    return { option, many, taken, button, share };
  }

  const all = [...kinds.values()];
  const taken = () => all.reduce((sum, each) => sum + each.taken, 0);
  const full = () => taken() >= field.most;

  /** One of one is changed with a tap; more than is wanted cannot be had, and after the last of a kind there is none of
   * it. @param {OptionValue} value */
  function press(value) {
    const pressed = /** @type {Kind} */ (kinds.get(value));
    if (field.most === 1) for (const each of all) each.taken = 0;
    else if (!pressed.taken && full()) return;
    pressed.taken = pressed.taken < pressed.many && !full() ? pressed.taken + 1 : 0;
    show();
  }

  function show() {
    for (const { option, many, taken: some, button, share } of all) {
      button.setAttribute("aria-pressed", String(some > 0));
      button.setAttribute("aria-disabled", String(!some && field.most !== 1 && full()));
      if (!share) continue;
      share.textContent = `${some}/${many}`;
      button.setAttribute("aria-label", `${option.text}, ${some}/${many}`);
    }
    set(count.show(taken()) ? chosenValues() : undefined);
  }

  /** In the order of the options. */
  function chosenValues() {
    const left = new Map(all.map((each) => [each.option.value, each.taken]));
    return field.options
      .map(({ value }) => value)
      .filter((value) => {
        const some = left.get(value) ?? 0;
        left.set(value, some - 1);
        return some > 0;
      });
  }

  show();
  const short = field.options.every(({ text }) => text.length <= 16);
  const columns = short && all.length > 3 ? 2 : 1;
  const buttons = all.map(({ button }) => button);
  return [count.line, h("div", { class: "choices several", data: { columns } }, buttons)];
}
