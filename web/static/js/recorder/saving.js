// The last step: the board's name, everything that is still missing, and saving it.

import { $, h, icon, setText, words } from "../dom.js";
import { tap } from "../prompts.js";
import { draw } from "../redraw.js";
import { check, forget, given, go, noted, now, SAVE, save as sent } from "./recording.js";

/** @typedef {(step: string) => string} TitleOf */

/** @returns {Guided} */
export function saving() {
  const name = h("input", {
    id: "board-name",
    value: now.draft.name,
    maxlength: given.longest,
    "aria-label": words.name,
    placeholder: words.name,
    oninput: ({ target }) => {
      now.draft.name = target.value;
      noted();
    },
  });
  return {
    stage: [
      h("p", { class: "label" }, words.ask_name),
      name,
      h("p", { id: "verdict" }),
      h("ul", { id: "faults", class: "faults-list buttons" }),
    ],
    dock: [tap(words.save, "", save, { id: "save", data: { do: "save" } })],
  };
}

async function save() {
  const answer = /** @type {AnswerWith<{ faults?: unknown }>} */ (await sent());
  if (answer.ok) {
    forget();
    location.assign(`/host/box/${given.game}`);
  } else if (answer.faults) check();
  return answer;
}

/** @param {TitleOf} titleOf */
export function showFaults(titleOf) {
  const { faults } = now;
  const missing = faults.length > 0;
  $("verdict").className = missing ? "label" : "refusal good";
  setText($("verdict"), missing ? words.faults_left : words.complete);
  $("save").classList.toggle("primary", !missing);
  $("faults").hidden = !missing;
  draw($("faults"), faults, (seen) => seen.map((fault) => faultLine(fault, titleOf(fault.step))));
}

/** @type {(fault: StepFault, title: string) => HTMLElement} */
const faultLine = ({ step, text }, title) =>
  h(
    "li",
    {},
    h(
      "button",
      { class: "fault", type: "button", onclick: () => (step === SAVE ? $("board-name").focus() : go(step)) },
      icon("warn"),
      h("span", {}, h("b", {}, title), " ", text),
    ),
  );
