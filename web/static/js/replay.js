// One past game, move by move, as the room saw it. It only looks.

import { $, button, fill, given, h, icon, setText, token, words } from "./dom.js";
import { gamePages } from "./game-pages.js";
import { hammeringBoard } from "./hammering.js";
import { asDate } from "./numbers.js";
import { showPanels } from "./panels.js";
import { refuse } from "./prompts.js";
import { present } from "./redraw.js";

const LEAP = 10; // moves that Page Up and Page Down go
const REST = 60; // milliseconds

/** @type {{ key: string, moves: number, at: number | null, backdrop: unknown }} */
const { key, moves, at: played, backdrop } = given();

const slider = $("slider", HTMLInputElement);
const hammer = hammeringBoard($("hammering"));
const record = `/api/games/${key}/record.json`;
const own = gamePages("replay", { slot: $("game"), record, backdrop }, () => go(here));
if (played) setText($("when"), asDate(played, "long"));

/** @type {Map<number, PastStep>} */
const known = new Map(); // each place is asked for once
let here = 0;

/** @type {(after: number) => Promise<PastStep>} */
async function at(after) {
  const before = known.get(after);
  if (before) return before;
  const answer = await fetch(`/api/games/${key}?after=${after}`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.text);
  known.set(after, told);
  return told;
}

/** @param {number} after */
function point(after) {
  here = Math.min(moves, Math.max(0, after));
  slider.value = String(here);
  slider.setAttribute("aria-valuetext", placeOf(here));
  setText($("count"), placeOf(here));
}

/** @param {number} after */
async function go(after) {
  point(after);
  const wanted = here;
  try {
    const step = await at(wanted);
    if (wanted === here) show(step);
    if (wanted < moves) at(wanted + 1).catch(() => {});
  } catch (error) {
    refuse(slider, error instanceof TypeError ? words.offline : /** @type {Error} */ (error).message);
  }
}

/** @param {number} after */
const placeOf = (after) => (after ? fill(words.move_of, { number: after, moves }) : words.before_all);

/** @param {PastStep} step */
function show(step) {
  if (!own.ready(step)) return;
  history.replaceState(null, "", `#${step.after}`);
  setText($("headline"), step.headline);
  const mover = step.seat === null ? null : token(step.seats[step.seat], "tiny");
  const signed = step.signed ? h("small", { class: "signed" }, icon("pencil"), step.signed) : null;
  $("move").replaceChildren(...present(mover, h("span", {}, step.move_in_words, signed)));
  hammer(step.hammering, step.seats);
  if (!own.part?.show(step)) showPanels($("panels"), step);
  for (const way of back) way.disabled = !step.after;
  for (const way of forth) way.disabled = step.after === step.moves;
}

/** @type {(name: string, signs: string[], kind: string, work: () => void) => HTMLButtonElement} */
const way = (name, signs, kind, work) =>
  button(
    signs.map((sign) => icon(sign)),
    kind,
    work,
    { data: { do: name }, "aria-label": words[name] },
  );

const back = [way("first", ["back", "back"], "ends", () => go(0)), way("previous", ["back"], "", () => go(here - 1))];
const forth = [
  way("next", ["chevron"], "primary", () => go(here + 1)),
  way("last", ["chevron", "chevron"], "ends", () => go(moves)),
];
$("ways").append(...back, ...forth);

// A finger that draws the slider through a whole game asks only for where it rests.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
slider.addEventListener("input", () => {
  point(Number(slider.value));
  clearTimeout(resting);
  resting = setTimeout(() => go(here), REST);
});

/** @type {Record<string, (() => number) | undefined>} */
const KEYS = {
  ArrowRight: () => here + 1,
  ArrowLeft: () => here - 1,
  PageDown: () => here + LEAP,
  PageUp: () => here - LEAP,
  Home: () => 0,
  End: () => moves,
};

// The slider has its own arrows; everywhere else they turn the pages of the game.
addEventListener("keydown", (event) => {
  const place = KEYS[event.key];
  if (!place || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(place());
});

go(Number(location.hash.slice(1)) || 0);
