// What cannot be undone with one tap takes two.

import { setText } from "./dom.js";
import { tap } from "./prompts.js";

const ARMED = 4000; // milliseconds in which the second tap counts

/**
 * @param {string} label
 * @param {string} sure what it says after the first tap
 * @param {() => unknown} work
 * @param {string} kind
 * @param {Props} extra
 */
export function twice(label, sure, work, kind = "", extra = {}) {
  /** @type {ReturnType<typeof setTimeout> | null} */
  let armed = null;
  const calm = () => {
    if (armed) clearTimeout(armed);
    armed = null;
    setText(button, label);
  };
  const tapped = () => {
    if (armed) {
      calm();
      return work();
    }
    armed = setTimeout(calm, ARMED);
    setText(button, sure);
    return null;
  };
  const button = tap(label, `danger ${kind}`, tapped, extra);
  return button;
}
