// Recording a board, step by step, on a photo or an empty sheet; the table checks each change and says what is missing.

import { $, around, h, icon, setText, words } from "../dom.js";
import { draw, present } from "../redraw.js";
import { script } from "../requests.js";
import { borders } from "./borders.js";
import { grid } from "./grid.js";
import { photo } from "./photo.js";
import { begin, done, given, go, held, now, PHOTO, SAVE, STEPS } from "./recording.js";
import { regions } from "./regions.js";
import { saving, showFaults } from "./saving.js";
import { spots } from "./spots.js";

/** @type {RecorderScript} */
const own = given.script ? await script(given.script) : {};
/** @type {string | null} */
let before = null;

/** @param {RecordedLayer} layer @returns {Guided} */
function asked(layer) {
  switch (layer.kind) {
    case "regions":
      return regions(layer);
    case "spots":
      return spots(layer);
    case "borders":
      return borders(layer);
    case "grid":
      return grid(layer);
    default:
      return own.steps?.[layer.name]?.(layer) ?? { stage: [], dock: [] };
  }
}

/** @param {string} step */
const layerOf = (step) => given.layers.find((layer) => layer.name === step);

/** @param {string} step */
const titleOf = (step) => layerOf(step)?.title ?? words[`step_${step}`];

/** @returns {Guided} */
function guided() {
  const layer = layerOf(now.step);
  if (layer) return asked(layer);
  return now.step === SAVE ? saving() : photo();
}

function show() {
  showSteps();
  setText($("title"), titleOf(now.step));
  const { stage, dock } = guided();
  $("stage").replaceChildren(...present(stage));
  $("dock").replaceChildren(...present(dock));
  if (now.step === SAVE) showFaults(titleOf);
  if (before !== now.step) around($("stage"), "main").scrollTop = 0;
  before = now.step;
}

function checked() {
  showSteps();
  if (now.step === SAVE) showFaults(titleOf);
}

/** Whether somebody has told anything there. @param {string} step */
function begun(step) {
  const layer = layerOf(step);
  if (!layer) return step === PHOTO && Boolean(now.draft.photo);
  if (layer.kind === "grid") return held(step) !== null;
  const from = layer.kind === "borders" ? (layer.spots ?? step) : step;
  return /** @type {unknown[]} */ (held(from)).length > 0;
}

function showSteps() {
  const steps = STEPS.map((step) => ({ step, here: step === now.step, ready: begun(step) && done(step) }));
  draw($("steps"), steps, (seen) => seen.map(stepButton));
}

/** @type {(shown: { step: string, here: boolean, ready: boolean }, index: number) => HTMLElement} */
const stepButton = ({ step, here, ready }, index) =>
  h(
    "button",
    {
      class: "step-button",
      type: "button",
      data: { step },
      "aria-current": here ? "step" : null,
      "aria-label": `${index + 1}. ${titleOf(step)}`,
      onclick: () => go(step),
    },
    ready ? icon("tick") : String(index + 1),
  );

begin({ show, checked }, own);
