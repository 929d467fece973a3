// What cannot be undone with one tap takes two.

import { setText } from "./dom.js";
import { tap } from "./asking.js";

export function twice(label, sure, work, kind = "", extra = {}) {
  let armed = null;
  const calm = () => {
    clearTimeout(armed);
    armed = null;
    setText(button, label);
  };
  const button = tap(label, `danger ${kind}`, async () => {
    if (armed) {
      calm();
      return work();
    }
    armed = setTimeout(calm, 4000);
    setText(button, sure);
    return null;
  }, extra);
  return button;
}
