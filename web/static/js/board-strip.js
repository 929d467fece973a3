// A plank's spaces in a row, for the set-up and the recording.

import { h, icon, words } from "./dom.js";

export const strip = (spaces) =>
  h(
    "span",
    { class: "strip" },
    spaces.map((space) => icon(space, `icon land ${space}`, words.landscapes[space] ?? words.wander)),
  );
