// What was entered so far in a set-up. Half a set-up survives a reload, a closed tab and a flat battery, but not the
// evening, and not the next game.

import { given as givenWith, words } from "../dom.js";
import { look } from "../requests.js";

export const PLAYERS = "players";
const EVENING = 12 * 3600 * 1000; // milliseconds that half a set-up is kept

/** @type {SetUpGiven} */
export const given = givenWith();

export const STEPS = [PLAYERS, ...given.steps.map(({ name }) => name)];
export const API = `/api/host/set-up/${given.game}`;
const SAVED = `set-up-${given.game}${given.way ? `-${given.way}` : ""}`;
const WISHED = `set-up-drawn-${given.game}`;

/** What says nothing yet. @type {() => Record<string, unknown>} */
export const blank = () => structuredClone(given.blank);

/** Steps that are drawn for this host: those that were last time. @type {Record<string, boolean>} */
const wished = {
  ...Object.fromEntries(given.steps.map(({ name, drawn }) => [name, drawn])),
  ...JSON.parse(localStorage.getItem(WISHED) ?? "{}"),
};

/** @type {SetUpTold & { step: string, drawn: Record<string, boolean> }} */
const fresh = {
  step: PLAYERS,
  drawn: wished,
  seats: given.group,
  picked: Object.fromEntries(given.picks.map(({ kind, chosen }) => [kind, chosen])),
  decided: Object.fromEntries(given.decisions.map(({ name, answers }) => [name, answers[0].name])),
  entered: blank(),
};
export const set = { ...fresh, ...saved() };
for (const { kind, things, chosen } of given.picks)
  if (!things.some(({ name }) => name === set.picked[kind])) pick(kind, chosen);

/** @returns {Partial<typeof fresh>} */
function saved() {
  const { after, at, ...kept } = JSON.parse(localStorage.getItem(SAVED) ?? "{}");
  return after === given.after && Date.now() - at < EVENING ? kept : {};
}

export const keep = () => localStorage.setItem(SAVED, JSON.stringify({ ...set, after: given.after, at: Date.now() }));

/** The game has begun: what was drawn for this host will be drawn next time too. */
export function finish() {
  localStorage.setItem(WISHED, JSON.stringify(set.drawn));
  localStorage.removeItem(SAVED);
}

/** What was entered about another one is worth nothing. @type {(kind: string, name: string) => void} */
export function pick(kind, name) {
  set.picked = { ...set.picked, [kind]: name };
  for (const step of given.steps) if (step.about === kind) set.entered[step.name] = blank()[step.name];
}

/** Those who play; who has no name yet gets a number. @type {() => Player[]} */
export const named = () =>
  set.seats.map((seat, index) => ({ name: seat.name.trim() || `${words.player} ${index + 1}`, colour: seat.colour }));

/** A letter each; two where two players begin alike, as on every other page. */
export function initials() {
  const names = named().map(({ name }) => name);
  const first = (/** @type {string} */ name) => name.slice(0, 1).toUpperCase();
  return names.map((name) =>
    names.filter((other) => first(other) === first(name)).length > 1
      ? first(name) + name.slice(1, 2).toLowerCase()
      : first(name),
  );
}

/** As the table takes it. @type {(entered?: Record<string, unknown>) => SetUpTold} */
export const told = (entered = set.entered) => ({
  seats: named(),
  picked: set.picked,
  decided: given.way ? { ...set.decided, way: given.way } : set.decided,
  entered,
});

/** @type {Record<string, unknown>} */
const loaded = {};

/**
 * What was picked, as the game's script draws it; nothing is asked before it has come.
 * @type {(kind: string) => any}
 */
export function thing(kind) {
  if (!loaded[kind]) throw new Error(`The ${kind} have not come yet`);
  return loaded[kind];
}

// Only a script of the game's own draws them.
const drawn = given.script ? given.picks : [];

export const begun = () => drawn.every(({ kind }) => loaded[kind]);

export const load = () =>
  Promise.all(
    drawn.map(async ({ kind }) => {
      const name = encodeURIComponent(set.picked[kind]);
      loaded[kind] = (await look(`${API}/thing?kind=${kind}&name=${name}`)) ?? loaded[kind];
    }),
  );
