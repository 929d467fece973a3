// Pieces of the recording that several steps share: the way on, and a key for each kind of region.

import { button, h, icon, pair, words } from "../dom.js";
import { done, goOn, now } from "./recording.js";

/** @type {(...before: Child[]) => HTMLElement} */
export const onward = (...before) =>
  pair(before, button(words.next, done(now.step) ? "primary" : "", goOn, { data: { do: "next" } }));

/** @type {(offered: Offered[], name: string) => string} */
export const textOf = (offered, name) => offered.find((each) => each.name === name)?.text ?? name;

/**
 * @param {Offered[]} kinds
 * @param {string | null} current
 * @param {(kind: string) => unknown} choose
 * @param {(kind: string) => boolean} full whether there are enough of it
 */
export const kindKeys = (kinds, current, choose, full) =>
  h(
    "div",
    { class: "kinds" },
    kinds.map(({ name: kind, text }) =>
      button([icon(kind, `icon land ${kind}`), h("span", {}, text)], `key ${kind}`, () => choose(kind), {
        data: { kind },
        disabled: full(kind),
        "aria-pressed": String(kind === current),
      }),
    ),
  );
