// The program of the hit sensor itself: offered where it is old or missing, and how far the writing is.

import { post } from "../connection.js";
import { $, fill, h, words } from "../dom.js";
import { asWholePercent } from "../numbers.js";
import { tap } from "../prompts.js";
import { draw } from "../redraw.js";
import { toldHealth } from "./common.js";

/** @param {SensorProgram | null} program */
export function showProgram(program) {
  const place = $("program");
  place.hidden = !program || !(program.offer || program.outcome || program.written !== null);
  if (!program) return;
  // Only what the eye can tell apart: the share in whole percent.
  const written = program.written === null ? null : asWholePercent(program.written);
  draw(place, { ...program, written, share: Math.round(100 * (program.written ?? 0)) }, (seen) => {
    if (seen.written !== null) return writing(seen.written, seen.share);
    return [outcome(seen.outcome), seen.offer ? offer(seen.offer) : null];
  });
}

/** @param {"old" | "silent" | "boot_loader"} kind */
const offer = (kind) => [
  h("p", {}, words[`program_${kind}`]),
  tap(words.flash, "wide", () => post("/api/host/hits/flash", {}), { data: { do: "flash" } }),
];

/** @type {(percent: string, share: number) => Child[]} */
function writing(percent, share) {
  const bar = h("progress", { max: "100", "aria-label": words.writing_name });
  bar.value = share;
  return [h("p", { role: "status" }, fill(words.writing, { share: percent })), bar];
}

/** @param {Health | null} told */
const outcome = (told) =>
  told && h("p", { class: `health line ${told.fine ? "fine" : "failing"}`, role: "status" }, toldHealth(told));
