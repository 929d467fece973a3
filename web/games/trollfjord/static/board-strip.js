// A plank's spaces in a row, for the set-up and the recording.

import { h, icon } from "/static/js/dom.js";

/**
 * `names` are those of the landscapes and of wander.
 * @type {(spaces: Space[], names: Record<string, string>) => HTMLElement}
 */
export const strip = (spaces, names) =>
  h(
    "span",
    { class: "strip" },
    spaces.map((space) => icon(space, `icon land ${space}`, names[space])),
  );
