// The board as it is being recorded: kept on this phone, checked by the table at every change, and which step is asked.

import { words } from "../dom.js";
import { post } from "../link.js";

export const STEPS = ["photo", "regions", "spots", "borders", "planks", "save"];
const SAVED = "board-draft";
const PAUSE = 250; // milliseconds after a change until it is checked

const empty = () => ({ name: "", regions: [], spots: [], planks: [], borders: [], photo: "", aspect: 1, instead_of: null });

export const now = {
  draft: empty(),
  faults: [],
  step: "photo",
  picked: null, // the region or spot that is being changed; in the borders, the first of a pair
  landscape: null, // what the next tap is
  plank: 0,
};

let page = { show() {}, checked() {} };
let asked = 0;
let timer = null;

// `page` draws: all of a step, or only what a check has found.
export async function begin(drawing) {
  page = drawing;
  now.draft = { ...empty(), ...(await found()) };
  show();
  check();
}

async function found() {
  const search = new URLSearchParams(location.search);
  const name = search.get("name");
  if (!name) {
    const kept = JSON.parse(localStorage.getItem(SAVED) ?? "null");
    // A board that was only opened to be changed does not become the beginning of a new one.
    return kept && !(search.has("new") && kept.instead_of) ? kept : null;
  }
  const answer = await fetch(`/api/host/board/draft?name=${encodeURIComponent(name)}`).catch(() => null);
  const known = answer?.ok ? await answer.json() : null;
  history.replaceState(null, "", "/host/board");
  if (known) localStorage.setItem(SAVED, JSON.stringify(known));
  return known;
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

export async function check() {
  const mine = (asked += 1);
  const { instead_of: _, ...sent } = now.draft;
  const answer = await post("/api/host/board/check", sent);
  if (!answer.ok || mine !== asked) return;
  now.faults = answer.faults.map((fault) => ({ ...fault, step: { board: "save", drawing: "regions" }[fault.step] ?? fault.step }));
  page.checked();
}

export const done = (step) => !now.faults.some((fault) => fault.step === step);

export function go(step) {
  Object.assign(now, { step, picked: null, landscape: null, plank: Math.max(0, Math.min(now.draft.planks.length, words.planks - 1)) });
  show();
}

export function pick(id) {
  now.picked = id;
  show();
}

export function restart() {
  now.draft = empty();
  history.replaceState(null, "", "/host/board");
  noted();
  go("photo");
}

export const forget = () => localStorage.removeItem(SAVED);

export function newId(stem, things) {
  for (let number = 1; ; number += 1) if (!things.some((each) => each.id === `${stem}_${number}`)) return `${stem}_${number}`;
}
