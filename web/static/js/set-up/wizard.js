// The frame of a set-up: its steps one after the other, faults at their step, and what nobody wants to enter is dealt.

import { act, post } from "../connection.js";
import { $, announce, around, button, h, icon, pair, words } from "../dom.js";
import { tap } from "../prompts.js";
import { draw, present } from "../redraw.js";
import { changed as safely } from "../safe-hands.js";
import { API, blank, finish, given, keep, PLAYERS, STEPS, set, told } from "./draft.js";

/** @type {SetUpFault[]} */
let faults = [];
/** @type {(step: string) => OwnStep | undefined} */
let ownStep = () => undefined;
let complete = false; // whether the step on the page was, when it was drawn
let done = ""; // what was settled by the last tap, if that led on to the next step

/** `steps` draws each of them. @param {(step: string) => OwnStep | undefined} steps */
export function open(steps) {
  ownStep = steps;
  show();
  drawIfWished();
}

/** @param {string} step */
const titleOf = (step) => given.steps.find(({ name }) => name === step)?.title ?? words.step_players;

/** @param {string} step */
export const filled = (step) =>
  step === PLAYERS || Object.keys(set.entered[step] ?? {}).length === ownStep(step)?.count();

/** @type {(step: string, settled?: string) => void} */
export function go(step, settled = "") {
  set.step = step;
  done = settled;
  ownStep(step)?.begin?.();
  keep();
  show();
  around($("stage"), "main").scrollTop = 0;
  drawIfWished();
}

/** To the next step, unless something is wrong with this one already. */
function onwards() {
  const found = ownStep(set.step)?.faults?.() ?? [];
  if (!found.length) return go(next());
  faults = [...faults.filter(({ step }) => step !== set.step), ...found];
  tell();
}

/** At the first step that something is wrong with. */
function tell() {
  go(STEPS.find((step) => faults.some((fault) => fault.step === step)) ?? set.step);
  $("stage").querySelector(".refusal")?.scrollIntoView({ block: "center" });
  announce(faults.map((fault) => fault.text).join(" "));
}

const next = () => STEPS[STEPS.indexOf(set.step) + 1];

/** Nothing of it is entered, and this host had it drawn before. */
function drawIfWished() {
  if (set.drawn[set.step] && !Object.keys(set.entered[set.step] ?? {}).length) dealt();
}

/**
 * Something was entered by hand. The last answer of a step leads on to the next one, which begins by saying what is
 * settled now; who comes back to put one right stays.
 * @param {string} settled
 */
export function entered(settled) {
  set.drawn[set.step] = false;
  if (complete || !filled(set.step) || !next()) return changed();
  noted();
  go(next(), settled);
  announce(settled);
  for (const place of [$("stage"), $("dock")]) safely(place);
}

/** Something was entered at this step: what was wrong with it may be right now. */
export function changed() {
  faults = faults.filter((fault) => fault.step !== set.step);
  keep();
  show();
}

/** Like `changed`, but nothing is drawn anew while somebody types. */
export function noted() {
  faults = faults.filter((fault) => fault.step !== set.step);
  keep();
}

export const faultsOfSeats = () => faults.filter(({ seats }) => seats.length);

export function show() {
  const { stage, dock } = ownStep(set.step)?.show() ?? { stage: [], dock: [] };
  $("title").textContent = titleOf(set.step);
  const way = document.getElementById("way");
  if (way) way.hidden = set.step !== PLAYERS;
  const steps = STEPS.map((step) => ({ step, sign: signOf(step), here: step === set.step }));
  $("steps").hidden = STEPS.length === 1;
  draw($("steps"), steps, (seen) => seen.map(stepButton));
  const here = faults.filter((fault) => fault.step === set.step && !fault.seats.length);
  $("faults").hidden = !here.length;
  $("faults").replaceChildren(...here.map((fault) => h("li", {}, fault.text)));
  complete = filled(set.step);
  $("stage").replaceChildren(...present([done ? h("p", { class: "settled" }, icon("tick"), done) : null, ...stage]));
  $("dock").replaceChildren(...present(dock));
  $("stage").querySelector(".mark.asked")?.scrollIntoView({ block: "center" });
}

/** @param {string} step */
function signOf(step) {
  if (faults.some((fault) => fault.step === step)) return "warn";
  return filled(step) && (step !== PLAYERS || set.step !== PLAYERS) ? "tick" : null;
}

/** @type {(shown: { step: string, sign: string | null, here: boolean }, index: number) => HTMLElement} */
const stepButton = ({ step, sign, here }, index) =>
  h(
    "button",
    {
      class: `step-button${sign === "warn" ? " faulty" : ""}`,
      type: "button",
      data: { step },
      "aria-current": here ? "step" : null,
      "aria-label": `${index + 1}. ${titleOf(step)}`,
      onclick: () => go(step),
    },
    sign ? icon(sign) : String(index + 1),
  );

// ---- the buttons below every question

/** @type {(mine: Child) => Child[]} */
export function onward(mine) {
  const kind = filled(set.step) ? "primary" : "";
  if (set.step === STEPS[STEPS.length - 1]) {
    // Where nothing is entered, all of it is dealt.
    const start = () => begin(STEPS.length === 1);
    return [pair(mine, tap(words.start, kind, start, { data: { do: "start" } }))];
  }
  return [
    pair(mine, button(words.next, kind, onwards, { data: { do: "next" } })),
    pair(
      set.drawn[set.step] ? button(words.enter, "quiet small", enter, { data: { do: "enter" } }) : null,
      tap(words.deal_rest, "quiet small", () => begin(true), { data: { do: "deal-rest" } }),
    ),
  ];
}

/** @param {string} label */
export const forMe = (label) =>
  tap([icon("shuffle"), label], filled(set.step) ? "" : "primary", dealt, { data: { do: "deal" } });

/** What was drawn lies otherwise on the table. */
function enter() {
  set.entered[set.step] = blank()[set.step];
  set.drawn[set.step] = false;
  ownStep(set.step)?.begin?.();
  changed();
}

// What is entered already stays; a step that is complete is dealt anew.
async function dealt() {
  const part = set.step;
  const known = filled(part) ? { ...set.entered, [part]: blank()[part] } : set.entered;
  const answer = /** @type {AnswerWith<Record<string, unknown>>} */ (await post(`${API}/deal`, told(known)));
  if (!answer.ok) return answer;
  set.entered[part] = answer[part];
  set.drawn[part] = true;
  ownStep(part)?.begin?.();
  changed();
  return answer;
}

/** @param {boolean} deal */
async function begin(deal) {
  const sent = { told: told(), deal_rest: deal };
  const answer = /** @type {AnswerWith<{ faults?: SetUpFault[] }>} */ (await act(API, sent));
  if (answer.ok) {
    finish();
    location.assign("/host");
    return answer;
  }
  if (!answer.faults) return answer;
  // What has no step of its own is told where every game begins.
  faults = answer.faults.map((fault) => ({ ...fault, step: STEPS.includes(fault.step) ? fault.step : PLAYERS }));
  tell();
  return null;
}
