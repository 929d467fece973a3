// Whose turn it is, for one player's page: whether this player is asked, and anew; the headline, the tab's name and
// icon, the call. What is asked stands elsewhere.

import { caller } from "./calling.js";
import { $, announce, fill, painted, setText, words } from "./dom.js";
import { seen } from "./prompts.js";

const LONG = 22; // letters; a longer headline has two lines

const call = caller($("call", HTMLInputElement));

/** @type {(view: View) => view is SeatView} */
export const seated = (view) => view.game !== null && view.seat !== null;

/** @param {View} view */
const myTurn = (view) => seated(view) && view.seats[view.seat].acting;

/** Which questions stand, to tell them from others that say the same. @param {View} view */
export const questions = (view) => JSON.stringify(seated(view) ? view.prompts.map(seen) : []);

/** Those of them that wait for this player. @type {(view: View) => string[]} */
const waiting = (view) =>
  seated(view) && myTurn(view)
    ? view.prompts.filter((prompt) => !prompt.aside && !prompt.given).map((prompt) => JSON.stringify(seen(prompt)))
    : [];

/** @type {(view: View, before: View) => boolean} */
export function askedAnew(view, before) {
  const known = waiting(before);
  return waiting(view).some((question) => !known.includes(question));
}

/**
 * Whoever is asked finds it in the headline and above the question, in their colour, and in the tab's name and icon.
 * @param {SeatView} view
 */
export function showHeadline(view) {
  const [headline, dock] = [$("headline"), $("dock")].map((place) => painted(place, view.seats[view.seat]));
  const mine = myTurn(view) && !view.over;
  dock.classList.toggle("mine", mine);
  setText(headline, view.headline);
  headline.classList.toggle("mine", mine);
  headline.classList.toggle("long", view.headline.length > LONG);
  document.title = `${mine ? "● " : ""}${view.headline} · Trollhammer`;
  const tab = $("tab-icon", HTMLLinkElement);
  const { quiet, called } = tab.dataset;
  const wanted = mine ? called : quiet;
  if (wanted && tab.getAttribute("href") !== wanted) tab.href = wanted;
}

/**
 * What the tower is doing, said to this player: who does not hammer is not told to hit it.
 * @type {(view: SeatView) => string | null}
 */
export function towerSays({ hammering, seat, seats, status }) {
  if (!status.ready || !hammering || hammering.hammerer === seat) return status.text;
  return fill(words.ready_for, { name: seats[hammering.hammerer].name });
}

/** @type {(view: SeatView, before: View | null) => void} */
export function tell(view, before) {
  announce([view.headline, view.hammering?.event, towerSays(view)].filter(Boolean).join(". "));
  if (before && myTurn(view) && !myTurn(before)) call();
}
