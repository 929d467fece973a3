// A line that somebody types: as the table takes it, without what is not seen and no longer than it may be.

import { h } from "../dom.js";
import { tally } from "./tally.js";

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}]+/gu;

/** @param {string} typed */
export const tidy = (typed) => typed.replace(UNSEEN, " ").trim();

/**
 * @param {WordsField} field
 * @param {string | undefined} written
 * @param {(value: string | undefined) => void} set
 */
export function line(field, written, set) {
  const count = tally(field.least, field.most);
  /** @param {string} typed */
  function show(typed) {
    const text = tidy(typed);
    set(count.show([...text].length) ? text : undefined);
  }
  show(written ?? "");
  const input = h("input", {
    type: "text",
    maxlength: field.most,
    autocomplete: "off",
    enterkeyhint: "done",
    value: written ?? "",
    "aria-label": field.text,
    oninput: ({ target }) => show(target.value),
  });
  return [input, count.line];
}
