// The host sets the board right: tap what lies wrong on the map, say how it should be. What may not be is told in
// words.

import { act, listen } from "/static/js/connection.js";
import { $, ask, button, every, fill, given, h, icon, pair, token, words } from "/static/js/dom.js";
import { refuse, tap } from "/static/js/prompts.js";
import { draw, remembered } from "/static/js/redraw.js";
import { step } from "/static/js/steppers.js";
import { trollMap } from "./map.js";

/** @typedef {{ kind: "region" | "spot", id: string } | { kind: "player", seat: number }} Tapped */
/** @typedef {{ kind: "pad", move: Move, from: Tapped }} Pad a move that only lacks its treasure, and what was tapped */
/** @typedef {{ trolls: Record<number, number>, space?: number }} Unsaved trolls by player; the space of a lord */

const BELT = ["I", "II", "III", "+"];

/** @type {CorrectionsGiven} */
const { landscapes, values } = given();

/** @type {TrollfjordView | null} */
let view = null; // as the room sees it
const open = remembered(/** @type {Tapped | Pad | null} */ (null));
const draft = remembered(/** @type {Unsaved} */ ({ trolls: {} })); // what was changed and is not saved
const good = remembered(false); // something was just set right

const map = trollMap($("map"), () => show());

listen("table", (fresh) => {
  if (!fresh.game || fresh.ended) return location.replace("/host");
  // The answer to a correction is the host's view, without a scene; the stream brings ours.
  if (!fresh.scene) return;
  view = /** @type {TrollfjordView} */ (fresh);
  show();
});

/** @type {(next: Tapped | Pad | null, done?: boolean) => void} */
function choose(next, done = false) {
  open.value = next;
  draft.value = { trolls: {} };
  good.value = done;
  show();
}

/** @param {Unsaved} changed */
function change(changed) {
  draft.value = changed;
  show();
}

function show() {
  if (!view) return;
  showMap(view);
  draw($("dock"), view, content);
}

/** @param {TrollfjordView} now */
function showMap(now) {
  const { scene } = now;
  const opened = open.value;
  const from = opened?.kind === "spot" ? opened.id : null;
  /** @type {(id: string) => () => unknown} */
  const spot = (id) =>
    from && from !== id
      ? () => correct([{ do: "swap_fortresses", one: from, other: id }])
      : () => choose({ kind: "spot", id });
  const { space } = draft.value;
  const players = scene.players.map((player, seat) =>
    opened?.kind === "player" && opened.seat === seat && space !== undefined ? { ...player, lord: space } : player,
  );
  map(
    { ...now, seat: null, scene: { ...scene, players, spot: from } },
    {
      regions: new Map(scene.regions.map(({ id }) => [id, () => choose({ kind: "region", id })])),
      spots: new Map(scene.spots.map(({ id }) => [id, spot(id)])),
      spaces: new Map(),
      drags: new Map(),
    },
  );
  const picked = opened?.kind === "region" ? opened.id : null;
  for (const region of every($("map"), ".region", SVGElement))
    region.classList.toggle("picked", region.dataset.region === picked);
}

/** @type {(seen: TrollfjordView) => Child} */
function content(seen) {
  const opened = open.value;
  switch (opened?.kind) {
    case "pad":
      return pad(opened);
    case "region":
      return region(seen, opened);
    case "spot":
      return [ask(fill(words.swap, { number: named(seen.scene.spots, opened.id).number })), back()];
    case "player":
      return player(seen, opened);
    default:
      return everyone(seen.seats);
  }
}

/** @type {<T extends { id: string }>(all: T[], id: string) => T} */
const named = (all, id) => /** @type {any} */ (all.find((each) => each.id === id));

/** @type {(seats: Seat[]) => Child} */
const everyone = (seats) => [
  good.value ? h("p", { class: "refusal good", role: "status" }, words.saved) : null,
  ask(words.ask),
  h(
    "div",
    { class: "choices", data: { columns: 2 } },
    seats.map((each, seat) =>
      button([token(each), h("span", {}, each.name)], "", () => choose({ kind: "player", seat }), {
        data: { player: seat },
      }),
    ),
  ),
];

/** @type {(to?: Tapped | null) => HTMLElement} */
const back = (to = null) => button(words.back, "quiet", () => choose(to), { data: { do: "back" } });

/** @type {(moves: Move[]) => HTMLElement} */
const saving = (moves) =>
  pair(back(), moves.length ? tap(words.save, "primary", () => correct(moves), { data: { do: "save" } }) : null);

/**
 * One after the other: if one cannot be, those before it stand and the words say why.
 * @type {(moves: Move[]) => Promise<void>}
 */
async function correct(moves) {
  for (const move of moves) {
    const answer = await act("/api/host/correct", { move });
    if (!answer.ok) return refuse($("dock").firstElementChild, answer.text);
  }
  choose(null, true);
}

// ---- a region: the trolls in it, and its treasure

/** @type {(seen: TrollfjordView, tapped: Tapped & { id: string }) => Child} */
function region({ scene, seats }, tapped) {
  const { trolls } = draft.value;
  const here = named(scene.regions, tapped.id);
  const changed = here.trolls.map((count, seat) => ({ seat, count, now: trolls[seat] ?? count }));
  /** @type {Move[]} */
  const moves = changed
    .filter(({ count, now }) => now !== count)
    .map(({ seat, now }) => ({ do: "set_trolls", player: seat, region: here.id, trolls: now }));
  return [
    ask(here.name),
    changed.map(({ seat, count, now }) => counter(seats[seat], seat, now, count + scene.players[seat].supply)),
    treasure(words.treasure_here, here.treasure, { do: "set_treasure", region: here.id }, tapped),
    saving(moves),
  ];
}

/** How many trolls a player has there. @type {(who: Seat, seat: number, count: number, most: number) => HTMLElement} */
function counter(who, seat, count, most) {
  /** @type {(by: 1 | -1, sign: string, label: string) => HTMLElement} */
  const way = (by, sign, label) => {
    const next = count + by;
    const set = () => change({ trolls: { ...draft.value.trolls, [seat]: next } });
    const made = step(by, sign, set, `${fill(words.trolls_of, { name: who.name })}: ${label}`, { player: seat });
    made.disabled = next < 0 || next > most;
    return made;
  };
  return h(
    "div",
    { class: "counter" },
    token(who),
    h("span", { class: "grow" }, who.name),
    way(-1, "minus", words.fewer),
    h("output", { class: "figure" }, String(count)),
    way(1, "plus", words.more),
  );
}

// ---- a treasure: somewhere, with the pad behind it

/** @type {(label: string, value: number | string | null, move: Move, from: Tapped) => HTMLElement} */
const treasure = (label, value, move, from) =>
  button(
    [h("span", {}, label), h("b", { class: "figure" }, String(value ?? "–")), icon("pencil", "icon faint")],
    "",
    () => choose({ kind: "pad", move, from }),
    { data: { pad: JSON.stringify(move) }, disabled: value === null },
  );

/** @type {(opened: Pad) => Child} */
const pad = ({ move, from }) => [
  ask(words.which_treasure),
  h(
    "div",
    { class: "choices pad", data: { columns: 5 } },
    values.map((value) =>
      tap(String(value), "numbers", () => correct([{ ...move, treasure: value }]), { data: { value } }),
    ),
  ),
  back(from),
];

// ---- a player: the lord's space, the belt, the sack

/** @type {(seen: TrollfjordView, tapped: Tapped & { seat: number }) => Child} */
function player({ scene, seats }, tapped) {
  const { seat } = tapped;
  const mine = scene.players[seat];
  const space = draft.value.space ?? mine.lord;
  /** @type {(by: 1 | -1, sign: string, label: string) => HTMLElement} */
  const way = (by, sign, label) => {
    const made = step(by, sign, () => change({ trolls: {}, space: nextFree(scene, space, by, seat) }), label);
    made.disabled = mine.lying;
    return made;
  };
  const held = holdings(mine, tapped);
  return [
    h("div", { class: "counter" }, token(seats[seat]), h("b", { class: "grow" }, seats[seat].name)),
    h(
      "div",
      { class: "counter" },
      way(-1, "back", words.backward),
      h("output", { class: "grow where" }, spaceInWords(scene, space)),
      way(1, "chevron", words.forward),
    ),
    held.length ? h("div", { class: "choices", data: { columns: 2 } }, held) : null,
    saving(space === mine.lord ? [] : [{ do: "set_lord", player: seat, space: space + 1 }]),
  ];
}

/** @type {(scene: Scene, space: number) => string} */
function spaceInWords({ walkway }, space) {
  if (space < 0) return words.start_space;
  return `${landscapes[walkway[space]] ?? words.wander} · ${fill(words.space, { number: space + 1 })}`;
}

/** @type {(mine: ScenePlayer, tapped: Tapped & { seat: number }) => HTMLElement[]} */
function holdings({ belt, sack_count }, tapped) {
  const sack = Array.from({ length: sack_count }, (_, index) => index + 1);
  return [
    ...belt.map((value, index) => {
      const move = { do: "set_belt", player: tapped.seat, space: BELT[index] };
      return treasure(fill(words.belt_space, { space: BELT[index] }), value, move, tapped);
    }),
    ...sack.map((number) => {
      const move = { do: "set_sack", player: tapped.seat, place: number };
      return treasure(fill(words.sack_place, { number }), "?", move, tapped);
    }),
  ];
}

/** @type {(scene: Scene, space: number, by: 1 | -1, seat: number) => number} */
function nextFree({ walkway, players }, space, by, seat) {
  const taken = players.filter((_, other) => other !== seat).map(({ lord }) => lord);
  // From the starting plank the loop begins at its corner, either way.
  const corner = by > 0 ? -1 : 0;
  let next = space < 0 ? corner : space;
  do next = (next + by + walkway.length) % walkway.length;
  while (taken.includes(next));
  return next;
}
