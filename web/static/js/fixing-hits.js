// Putting a hit right on a player's page: each tap on its steppers is played at once, and what they say last counts.

import { act } from "./connection.js";
import { ask, words } from "./dom.js";
import { fallenBoulders } from "./fallen-boulders.js";
import { refuse } from "./prompts.js";

/**
 * The first tap opened this; from here each tap is played at once. Its own steppers are the truth, not the hit as the
 * table tells it meanwhile: drawing them again would lose a tap.
 * @type {(hit: StruckHit, done: HTMLElement) => Child}
 */
export function fixing(hit, done) {
  const place = fallenBoulders({ ...hit.boulders }, hit.most, (values) => apply(hit.number, { ...values }, place));
  return [ask(words.fix), place, done];
}

/** @type {Boulders | null} */
let wanted = null;
let sending = false;

/** Whether a tap is on its way. */
export const isSending = () => sending;

/** @type {(number: number, boulders: Boulders, place: HTMLElement) => Promise<void>} */
async function apply(number, boulders, place) {
  wanted = boulders;
  if (sending) return;
  sending = true;
  while (wanted) {
    const move = { do: "hit", boulders: wanted };
    wanted = null;
    let answer = await act("/api/fix", { number, move });
    if (answer.code === "stale") answer = await act("/api/fix", { number, move });
    if (answer.ok) continue;
    wanted = null;
    refuse(place, answer.text, answer.code);
  }
  sending = false;
}
