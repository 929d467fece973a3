// Recording a board, step by step, on a photo or an empty sheet; the table checks every change and says what is missing.

import { $, draw, h, icon, setText, words } from "../dom.js";
import { borders } from "./borders.js";
import { photo } from "./photo.js";
import { planks } from "./planks.js";
import { begin, done, go, now, STEPS } from "./recording.js";
import { regions } from "./regions.js";
import { saving, showFaults } from "./saving.js";
import { spots } from "./spots.js";

const SHOWN = { photo, regions, spots, borders, planks, save: saving };
let before = null;

function show() {
  showSteps();
  setText($("title"), words[`step_${now.step}`]);
  const { stage, dock } = SHOWN[now.step]();
  $("stage").replaceChildren(...stage.filter(Boolean));
  $("dock").replaceChildren(...dock.filter(Boolean));
  if (now.step === "save") showFaults();
  if (before !== now.step) $("stage").closest("main").scrollTop = 0;
  before = now.step;
}

function checked() {
  showSteps();
  if (now.step === "save") showFaults();
}

function showSteps() {
  const { draft } = now;
  const begun = { photo: draft.photo, regions: draft.regions.length, spots: draft.spots.length, borders: draft.spots.length, planks: draft.planks.length };
  draw($("steps"), [now.step, now.faults, begun], () =>
    STEPS.map((step, index) =>
      h(
        "button",
        { class: "step-button", type: "button", data: { step }, "aria-current": step === now.step ? "step" : null, "aria-label": `${index + 1}. ${words[`step_${step}`]}`, onclick: () => go(step) },
        begun[step] && done(step) ? icon("tick") : String(index + 1),
      ),
    ),
  );
}

begin({ show, checked });
