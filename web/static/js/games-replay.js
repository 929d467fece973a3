// One past game, move by move, as the room saw it. It only looks.

import { $, fill, h, icon, setText, token, words } from "./dom.js";
import { refuse } from "./asking.js";
import { hammeringBoard } from "./hammering.js";
import { showPanels } from "./panels.js";
import { showEnding } from "./trollfjord/ending.js";
import { trollMap, usePlan } from "./trollfjord/map.js";
import { showPeople } from "./trollfjord/people.js";
import { showTreasures } from "./trollfjord/treasures.js";

const NOTHING = { regions: new Map(), spots: new Map(), spaces: new Map() };
const AT_TOWER = ["hammers", "gives"];
const LEAP = 10; // moves that Page Up and Page Down go
const REST = 60; // milliseconds

const hammer = hammeringBoard($("hammering"));
const map = words.plan ? trollMap($("map"), () => {}) : null;
if (words.at) setText($("when"), new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" }).format(new Date(words.at * 1000)));

const known = new Map(); // each place is asked for once
let here = 0;

async function at(after) {
  if (!known.has(after)) {
    const answer = await fetch(`/api/games/${words.key}?after=${after}`);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.text);
    known.set(after, told);
  }
  return known.get(after);
}

function point(after) {
  here = Math.min(words.moves, Math.max(0, after));
  $("slider").value = here;
  $("slider").setAttribute("aria-valuetext", placeOf(here));
  setText($("count"), placeOf(here));
}

async function go(after) {
  point(after);
  const wanted = here;
  try {
    const view = await at(wanted);
    if (wanted === here) show(view);
    if (wanted < words.moves) at(wanted + 1).catch(() => {});
  } catch (error) {
    refuse($("slider"), error instanceof TypeError ? words.offline : error.message);
  }
}

const placeOf = (after) => (after ? fill(words.move_of, { number: after, moves: words.moves }) : words.before_all);

function show(view) {
  history.replaceState(null, "", `#${view.after}`);
  setText($("headline"), view.headline);
  $("move").replaceChildren(...[view.seat === null ? null : token(view.seats[view.seat], "tiny"), h("span", {}, view.told)].filter(Boolean));
  hammer(view.hammering, view.seats);
  if (view.scene) showScene(view);
  else showPanels($("panels"), { ...view, ended: false });
  for (const [name, button] of Object.entries(ways)) button.disabled = name === "first" || name === "previous" ? !view.after : view.after === view.moves;
}

// What the table screen showed then: the hammering, the end, or the map.
function showScene(step) {
  const view = { ...step, version: step.after, seat: null };
  const { scene } = view;
  const now = scene.ending ? "ending" : AT_TOWER.includes(scene.phase) ? "hammering" : "map";
  usePlan(scene.began, words.plan);
  $("map").hidden = now !== "map";
  $("hammering").hidden = now !== "hammering";
  $("people").hidden = false;
  map(view, NOTHING);
  showPeople($("people"), view);
  showTreasures($("treasures"), view);
  $("treasures").hidden ||= now !== "hammering";
  showEnding($("ending"), view, false);
  $("ending").querySelector("a[href='/record.json']")?.setAttribute("href", `/api/games/${words.key}/record.json`);
}

const way = (name, sign, kind, work) => h("button", { class: `button ${kind}`, type: "button", data: { do: name }, "aria-label": words[name], onclick: work }, sign.map((each) => icon(...each)));

const ways = {
  first: way("first", [["back"], ["back"]], "ends", () => go(0)),
  previous: way("previous", [["back"]], "", () => go(here - 1)),
  next: way("next", [["chevron"]], "primary", () => go(here + 1)),
  last: way("last", [["chevron"], ["chevron"]], "ends", () => go(words.moves)),
};
$("ways").append(...Object.values(ways));

// A finger that draws the slider through a whole game asks only for where it rests.
let resting = null;
$("slider").addEventListener("input", (event) => {
  point(Number(event.target.value));
  clearTimeout(resting);
  resting = setTimeout(() => go(here), REST);
});

const KEYS = {
  ArrowRight: () => here + 1,
  ArrowLeft: () => here - 1,
  PageDown: () => here + LEAP,
  PageUp: () => here - LEAP,
  Home: () => 0,
  End: () => words.moves,
};

// The slider has its own arrows; everywhere else they turn the pages of the game.
addEventListener("keydown", (event) => {
  if (event.target === $("slider") || event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
  event.preventDefault();
  go(KEYS[event.key]());
});

go(Number(location.hash.slice(1)) || 0);
