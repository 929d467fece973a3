// Looks again and again while somebody looks at the page; never twice at once.

import { look } from "./requests.js";

/**
 * Do `work` now and `pause` milliseconds after each time it is done. Returns what ends it.
 * @param {number} pause
 * @param {() => unknown} work
 */
export function repeat(pause, work) {
  let going = true;
  const step = async () => {
    if (!going) return;
    if (document.visibilityState === "visible") await work();
    setTimeout(step, pause);
  };
  step();
  return () => {
    going = false;
  };
}

/**
 * Show what is told at `path()`, again and again.
 * @template T
 * @param {() => string} path
 * @param {number} pause
 * @param {(told: T) => unknown} show
 */
export const poll = (path, pause, show) =>
  repeat(pause, async () => {
    const told = /** @type {T | null} */ (await look(path()));
    if (told) await show(told);
  });
