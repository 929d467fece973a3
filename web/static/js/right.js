// The host sets the board right: tap what lies wrong on the map, say how it should be. What may not be is told in words.

import { $, fill, h, icon, token, words } from "./dom.js";
import { act, listen } from "./link.js";
import { refuse, tap } from "./asking.js";
import { trollMap } from "./trollfjord/map.js";

let view = null; // as the room sees it
let open = null; // {region}, {spot}, {player} or {pad: a move that only lacks its treasure, from: where it was opened}
let draft = {}; // what was changed and is not saved: trolls by player, or the space of a lord
let good = false; // something was just set right

const map = trollMap($("map"), () => show());

listen("table", (fresh) => {
  if (!fresh.game || fresh.ended) return location.replace("/host");
  // The answer to a correction is the host's view, without a scene; the stream brings ours.
  if (!fresh.scene) return;
  view = fresh;
  show();
});

function choose(next) {
  open = next;
  draft = {};
  good = false;
  show();
}

function show() {
  if (!view?.scene) return;
  const { scene } = view;
  const spot = (id) => (open?.spot && open.spot !== id ? () => correct([{ do: "swap_fortresses", one: open.spot, other: id }]) : () => choose({ spot: id }));
  const players = scene.players.map((player, seat) => (open?.player === seat && draft.space !== undefined ? { ...player, lord: draft.space } : player));
  map(
    { ...view, seat: null, scene: { ...scene, players, spot: open?.spot ?? null } },
    { regions: new Map(scene.regions.map(({ id }) => [id, () => choose({ region: id })])), spots: new Map(scene.spots.map(({ id }) => [id, spot(id)])), spaces: new Map() },
  );
  for (const region of $("map").querySelectorAll(".region")) region.classList.toggle("picked", region.dataset.region === open?.region);
  $("dock").replaceChildren(...content().filter(Boolean));
}

function content() {
  if (open?.pad) return pad();
  if (open?.region) return region(view.scene.regions.find(({ id }) => id === open.region));
  if (open?.spot) return [ask(fill(words.swap, { number: view.scene.spots.find(({ id }) => id === open.spot).number })), back()];
  if (open?.player !== undefined) return player(open.player);
  const everyone = view.seats.map((seat, number) =>
    h("button", { class: "button", type: "button", data: { player: number }, onclick: () => choose({ player: number }) }, token(seat), h("span", {}, seat.name)),
  );
  return [good ? h("p", { class: "refusal good", role: "status" }, words.saved) : null, ask(words.ask), h("div", { class: "choices", data: { columns: 2 } }, everyone)];
}

const ask = (text) => h("p", { class: "ask" }, text);
const back = () => h("button", { class: "button quiet", type: "button", data: { do: "back" }, onclick: () => choose(open.from ?? null) }, words.back);

const saving = (moves) => h("div", { class: "pair" }, back(), moves.length ? tap(words.save, "primary", () => correct(moves), { data: { do: "save" } }) : null);

// One after the other: if one cannot be, those before it stand and the words say why.
async function correct(moves) {
  for (const move of moves) {
    const answer = await act("/api/host/correct", { move });
    if (!answer.ok) {
      refuse($("dock").firstChild, answer.text);
      return null;
    }
  }
  choose(null);
  good = true;
  show();
  return null;
}

// ---- a region: the trolls in it, and its treasure

function region(here) {
  const rows = view.seats.map((seat, number) => {
    const count = draft[number] ?? here.trolls[number];
    const most = here.trolls[number] + view.scene.players[number].supply;
    const step = (by, sign, label) =>
      h("button", { class: "step", type: "button", data: { player: number, by }, disabled: count + by < 0 || count + by > most, "aria-label": `${fill(words.trolls_of, { name: seat.name })}: ${label}`, onclick: () => ((draft[number] = count + by), show()) }, icon(sign));
    return h("div", { class: "counter" }, token(seat), h("span", { class: "grow" }, seat.name), step(-1, "minus", words.fewer), h("output", { class: "figure" }, String(count)), step(1, "plus", words.more));
  });
  const moves = Object.entries(draft)
    .filter(([seat, trolls]) => trolls !== here.trolls[seat])
    .map(([seat, trolls]) => ({ do: "set_trolls", player: Number(seat), region: here.id, trolls }));
  return [ask(here.name), ...rows, treasure(words.treasure_here, here.treasure, { do: "set_treasure", region: here.id }), saving(moves)];
}

// ---- a treasure: somewhere, with the pad behind it

const treasure = (label, value, move) =>
  h(
    "button",
    { class: "button", type: "button", data: { pad: JSON.stringify(move) }, disabled: value === null, onclick: () => choose({ pad: move, from: open }) },
    h("span", {}, label),
    h("b", { class: "figure" }, String(value ?? "–")),
    icon("pencil", "icon faint"),
  );

const pad = () => [
  ask(words.which_treasure),
  h(
    "div",
    { class: "choices pad", data: { columns: 5 } },
    words.values.map((value) => tap(String(value), "numbers", () => correct([{ ...open.pad, treasure: value }]), { data: { value } })),
  ),
  back(),
];

// ---- a player: the lord's space, the belt, the sack

function player(seat) {
  const { walkway, players } = view.scene;
  const mine = players[seat];
  const space = draft.space ?? mine.lord;
  const go = (by) => {
    draft.space = nextFree(space, by, seat);
    show();
  };
  const step = (by, sign, label) => h("button", { class: "step", type: "button", data: { by }, disabled: mine.lying, "aria-label": label, onclick: () => go(by) }, icon(sign));
  const where = space < 0 ? words.start_space : `${words.landscapes[walkway[space]] ?? words.wander} · ${fill(words.space, { number: space + 1 })}`;
  const belt = mine.belt.map((value, index) => {
    const name = ["I", "II", "III", "+"][index];
    return treasure(fill(words.belt_space, { space: name }), value, { do: "set_belt", player: seat, space: name });
  });
  const sack = Array.from({ length: mine.sack_count }, (_, index) => treasure(fill(words.sack_place, { number: index + 1 }), "?", { do: "set_sack", player: seat, place: index + 1 }));
  const held = [...belt, ...sack];
  return [
    h("div", { class: "counter" }, token(view.seats[seat]), h("b", { class: "grow" }, view.seats[seat].name)),
    h("div", { class: "counter" }, step(-1, "back", words.backward), h("output", { class: "grow where" }, where), step(1, "chevron", words.forward)),
    held.length ? h("div", { class: "choices", data: { columns: 2 } }, held) : null,
    saving(space === mine.lord ? [] : [{ do: "set_lord", player: seat, space: space + 1 }]),
  ];
}

function nextFree(space, by, seat) {
  const { walkway, players } = view.scene;
  const taken = players.filter((_, other) => other !== seat).map(({ lord }) => lord);
  // From the starting plank the loop begins at its corner, either way.
  let next = space >= 0 ? space : by > 0 ? -1 : 0;
  do next = (next + by + walkway.length) % walkway.length;
  while (taken.includes(next));
  return next;
}
