// Trollfjord's own steps of the set-up: the starting order, fortress numbers, the walkway and the treasures.

import { boardMap, nearest } from "/static/js/board-map.js";
import { ask, button, fill, given as givenWith, h, icon, token, words } from "/static/js/dom.js";
import { given, initials, named, set, thing } from "/static/js/set-up/draft.js";
import { entered as answered, filled, forMe, onward, show } from "/static/js/set-up/wizard.js";
import { strip } from "./board-strip.js";

const NUMERALS = ["I", "II", "III"];
const COPIES = 2; // fortresses of each number

/** @type {TrollfjordFacts} */
const facts = givenWith();
const landscapes = { ...facts.landscapes, wander: words.wander };

const entered = /** @type {Entered} */ (/** @type {unknown} */ (set.entered));
const board = () => /** @type {Board} */ (thing("boards"));

/** @type {string | null} */
let focus = null; // the spot or region that is asked for, when it is not simply the next one

/** @type {(index: number) => Token & Player} */
function seatOf(index) {
  const seat = named()[index];
  const colour = /** @type {ColourName} */ (given.colours.find(({ name }) => name === seat.colour));
  return { ...colour, ...seat, initial: initials()[index] };
}

export const steps = {
  start: { show: start, count: () => set.seats.length },
  fortresses: { show: fortresses, count: () => board().spots.length, begin },
  planks: { show: planks, count: () => board().planks.length },
  treasures: { show: treasures, count: () => board().regions.length, begin },
};

function begin() {
  focus = null;
}

/** Whoever stays keeps the place on the starting plank. @type {(before: Player[], after: Player[]) => void} */
export function regrouped(before, after) {
  entered.start = entered.start.map((seat) => after.indexOf(before[seat])).filter((seat) => seat >= 0);
}

// ---- the order on the starting plank

/** @returns {Guided} */
function start() {
  const rows = set.seats.map((_, index) => lordRow(index, entered.start.indexOf(index)));
  return {
    stage: [h("div", { class: "choices lords" }, rows)],
    dock: [ask(filled("start") ? beginner() : words.ask_start), onward(forMe(words.shuffle))],
  };
}

const beginner = () => fill(words.start_done, { name: seatOf(entered.start[entered.start.length - 1]).name });

/** @param {number} seat */
function toggleLord(seat) {
  const place = entered.start.indexOf(seat);
  if (place < 0) entered.start.push(seat);
  else entered.start.splice(place);
  if (entered.start.length === set.seats.length - 1)
    entered.start.push(set.seats.findIndex((_, index) => !entered.start.includes(index)));
  answered(filled("start") ? beginner() : "");
}

/** @type {(index: number, place: number) => HTMLElement} */
function lordRow(index, place) {
  const seat = seatOf(index);
  const last = filled("start") && place === set.seats.length - 1;
  const said = fill(words.space, { number: place + 1 }) + (last ? ` · ${words.begins}` : "");
  return button(
    [
      token(seat),
      h("span", { class: "grow" }, h("b", {}, seat.name), place < 0 ? null : h("small", {}, said)),
      place < 0 ? null : h("b", { class: "place figure" }, String(place + 1)),
    ],
    "lord",
    () => toggleLord(index),
    { data: { seat: index }, "aria-pressed": String(place >= 0) },
  );
}

// ---- numbers on the map

/**
 * The one of these that is asked for now.
 * @template {{ id: string }} T
 * @param {T[]} things
 * @param {Record<string, number>} answers
 */
const waiting = (things, answers) =>
  things.find((each) => each.id === focus) ?? things.find((each) => !(each.id in answers));

/** @type {(id: string, asked: string | undefined, answers: Record<string, number>) => string} */
function state(id, asked, answers) {
  if (id === asked) return " asked";
  return id in answers ? " done" : " open";
}

/** @type {(places: Record<string, Point>, regions: Mark[], spots: Mark[]) => HTMLElement} */
function map(places, regions, spots) {
  const { plan } = board();
  const view = boardMap(plan, words.map, (at) => {
    [focus] = nearest(places, at, plan.ratio);
    show();
  });
  const shapes = board().regions.map(({ id, landscape }) => ({ kind: landscape, corners: plan.regions[id].shape }));
  view.show({ shapes: plan.photo ? [] : shapes, points: [...regions, ...spots] });
  return view.element;
}

/** @param {string | undefined} asked */
function spotMap(asked) {
  const { plan, regions, spots } = board();
  const lands = regions.map(({ id, landscape, name }) => ({
    at: plan.regions[id].at,
    kind: `region ${landscape} quiet`,
    sign: landscape,
    label: name,
    name: id,
  }));
  const marks = spots.map(({ id, name }) => ({
    at: plan.spots[id],
    kind: `spot${state(id, asked, entered.fortresses)}`,
    text: NUMERALS[entered.fortresses[id] - 1] ?? "?",
    label: name,
    name: id,
  }));
  return map(plan.spots, lands, marks);
}

/** @param {string | undefined} asked */
function regionMap(asked) {
  const { plan, regions, spots } = board();
  const places = Object.fromEntries(regions.map(({ id }) => [id, plan.regions[id].at]));
  const lands = regions.map(({ id, landscape, name }) => ({
    at: places[id],
    kind: `region ${landscape}${state(id, asked, entered.treasures)}`,
    sign: landscape,
    text: id in entered.treasures ? String(entered.treasures[id]) : "",
    label: id in entered.treasures ? `${name}: ${entered.treasures[id]}` : name,
    name: id,
  }));
  const marks = spots.map(({ id, name }) => ({
    at: plan.spots[id],
    kind: "spot quiet",
    text: NUMERALS[entered.fortresses[id] - 1] ?? "",
    label: name,
    name: id,
  }));
  return map(places, lands, marks);
}

/** @returns {Guided} */
function fortresses() {
  const spot = waiting(board().spots, entered.fortresses);
  const asked = spot && !filled("fortresses") ? fill(words.ask_fortress, { spot: spot.name }) : words.fortresses_done;
  return {
    stage: [spotMap(spot?.id)],
    dock: [ask(asked), spot ? numeralPad(spot.id) : null, onward(forMe(words.shuffle))],
  };
}

/** @param {string} spot */
function numeralPad(spot) {
  const used = (/** @type {number} */ number) =>
    board().spots.filter(({ id }) => id !== spot && entered.fortresses[id] === number).length;
  const answer = (/** @type {number} */ number) => {
    entered.fortresses[spot] = number;
    focus = lastFortresses();
    answered(words.fortresses_done);
  };
  const keys = NUMERALS.map((numeral, index) =>
    button(numeral, "numbers", () => answer(index + 1), {
      disabled: used(index + 1) >= COPIES,
      "aria-pressed": String(entered.fortresses[spot] === index + 1),
      data: { number: index + 1 },
    }),
  );
  return h("div", { class: "pair numerals" }, keys);
}

// What is left of one number follows from the others; the last of them stays open, in case one was wrong.
function lastFortresses() {
  const used = (/** @type {number} */ number) =>
    Object.values(entered.fortresses).filter((each) => each === number).length;
  const left = board().spots.filter((spot) => !(spot.id in entered.fortresses));
  const [number, ...others] = [1, 2, 3].filter((each) => used(each) < COPIES);
  if (others.length) return null;
  for (const { id } of left) entered.fortresses[id] = number;
  return left.at(-1)?.id ?? null;
}

/** @returns {Guided} */
function treasures() {
  const region = waiting(board().regions, entered.treasures);
  return {
    stage: [regionMap(region?.id)],
    dock: [
      ask(region ? fill(words.ask_treasure, { region: region.name }) : words.treasures_done),
      region ? treasurePad(region.id) : null,
      onward(forMe(words.deal)),
    ],
  };
}

/** @param {string} region */
function treasurePad(region) {
  const lying = (/** @type {number} */ value) =>
    board().regions.filter(({ id }) => id !== region && entered.treasures[id] === value).length;
  const answer = (/** @type {number} */ value) => {
    entered.treasures[region] = value;
    focus = null;
    answered(words.treasures_done);
  };
  const keys = facts.copies.map(([value, copies]) =>
    button(String(value), "numbers", () => answer(value), { disabled: lying(value) >= copies, data: { value } }),
  );
  return h("div", { class: "choices pad", data: { columns: 5 } }, keys);
}

// ---- the planks in their order

/** @returns {Guided} */
function planks() {
  const left = board().planks.filter((plank) => !entered.planks.includes(plank.id));
  const offer = left.map((plank) =>
    button(strip(plank.spaces, landscapes), "plank", () => addPlank(plank.id), {
      data: { plank: plank.id },
    }),
  );
  const further = entered.planks.length ? words.ask_plank : words.first_plank;
  const laid = set.drawn.planks ? words.lay_planks : words.planks_done;
  return {
    stage: [
      entered.planks.length ? h("ol", { class: "laid-planks" }, entered.planks.map(laidPlank)) : null,
      h("div", { class: "choices planks" }, offer),
    ],
    dock: [ask(left.length ? further : laid), onward(forMe(words.shuffle))],
  };
}

/** @type {(id: string, place: number) => HTMLElement} */
function laidPlank(id, place) {
  const number = board().planks.findIndex((plank) => plank.id === id);
  const cut = () => {
    entered.planks.splice(place);
    answered("");
  };
  const face = [
    h("b", { class: "figure" }, String(place + 1)),
    strip(board().planks[number]?.spaces ?? [], landscapes),
    icon("undo", "icon faint"),
  ];
  const label = `${place + 1}: ${fill(words.plank, { number: number + 1 })} · ${words.undo}`;
  return h("li", {}, button(face, "plank laid", cut, { "aria-label": label, data: { laid: id } }));
}

/** @param {string} id */
function addPlank(id) {
  entered.planks.push(id);
  const rest = board().planks.filter((plank) => !entered.planks.includes(plank.id));
  if (rest.length === 1) entered.planks.push(rest[0].id);
  answered(words.planks_done);
}
