// The board as it is being recorded: kept on this phone, checked by the table at every change, and which step is asked.

import { post } from "../connection.js";
import { given as givenWith } from "../dom.js";
import { look } from "../requests.js";

/** @type {RecorderGiven} */
export const given = givenWith();

export const PHOTO = "photo";
export const SAVE = "save";
export const STEPS = [PHOTO, ...given.layers.map((layer) => layer.name), SAVE];
export const PAGE = `/host/recorder/${given.game}/${given.kind}`;
const API = `/api${PAGE}`;
const SAVED = `draft-${given.game}-${given.kind}`;
const PAUSE = 250; // milliseconds after a change until it is checked

/** @type {() => BoardDraft} */
const empty = () => ({
  name: "",
  photo: "",
  aspect: 1,
  layers: Object.fromEntries(given.layers.map(({ name, kind }) => [name, kind === "grid" ? null : []])),
  instead_of: null,
});

export const now = {
  draft: empty(),
  /** @type {StepFault[]} */
  faults: [],
  step: PHOTO,
  /** @type {string | null} */
  picked: null, // the region or spot that is being changed; in the borders, the first of a pair
  /** @type {string | null} */
  kind: null, // what the next tap is
};

let page = { show() {}, checked() {} };
/** @type {RecorderScript} */
let own = {};
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * `drawing` draws: all of a step, or only what a check has found; `script` is the game's own.
 * @type {(drawing: { show(): void, checked(): void }, script: RecorderScript) => Promise<void>}
 */
export async function begin(drawing, script) {
  page = drawing;
  own = script;
  now.draft = { ...empty(), ...(await found()) };
  show();
  check();
}

/** @returns {Promise<BoardDraft | null>} */
async function found() {
  const search = new URLSearchParams(location.search);
  const name = search.get("name");
  if (!name) {
    const kept = JSON.parse(localStorage.getItem(SAVED) ?? "null");
    // A board that was only opened to be changed does not become the beginning of a new one.
    return kept && !(search.has("new") && kept.instead_of) ? kept : null;
  }
  const known = /** @type {BoardDraft | null} */ (await look(`${API}/draft?name=${encodeURIComponent(name)}`));
  history.replaceState(null, "", PAGE);
  if (known) localStorage.setItem(SAVED, JSON.stringify(known));
  return known;
}

/** What a layer holds so far. @template T @param {string} layer @returns {T} */
export const held = (layer) => /** @type {T} */ (now.draft.layers[layer]);

/** @type {(layer: string, content: any) => void} */
export function hold(layer, content) {
  now.draft.layers[layer] = content;
  own.added?.(layer);
  changed();
}

export const show = () => page.show();

export function changed() {
  noted();
  show();
}

// While somebody types nothing is drawn anew: the next tap would hit what is no longer there.
export function noted() {
  localStorage.setItem(SAVED, JSON.stringify(now.draft));
  clearTimeout(timer);
  timer = setTimeout(check, PAUSE);
}

/** A fault that belongs to no step of its own is told at the end. @param {string} step */
const stepOf = (step) => (STEPS.includes(step) ? step : SAVE);

export async function check() {
  asked += 1;
  const mine = asked;
  const { instead_of: _, ...sent } = now.draft;
  const answer = /** @type {AnswerWith<{ faults: StepFault[] }>} */ (await post(`${API}/check`, sent));
  if (!answer.ok || mine !== asked) return;
  now.faults = answer.faults.map(({ step, text }) => ({ text, step: stepOf(step) }));
  page.checked();
}

export const save = () => post(`${API}/save`, now.draft);

/** @param {string} step */
export const done = (step) => !now.faults.some((fault) => fault.step === step);

/** @param {string} step */
export function go(step) {
  Object.assign(now, { step, picked: null, kind: null });
  show();
}

export const goOn = () => go(STEPS[STEPS.indexOf(now.step) + 1]);

/** @param {string | null} id */
export function pick(id) {
  now.picked = id;
  show();
}

export function restart() {
  now.draft = empty();
  history.replaceState(null, "", PAGE);
  noted();
  go(PHOTO);
}

export const forget = () => localStorage.removeItem(SAVED);

/** @type {(stem: string, things: { id: string }[]) => string} */
export function newId(stem, things) {
  for (let number = 1; ; number += 1)
    if (!things.some((each) => each.id === `${stem}_${number}`)) return `${stem}_${number}`;
}
