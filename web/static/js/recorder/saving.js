// The last step: the board's name, everything that is still missing, and saving it.

import { $, button, h, icon, setText, words } from "../dom.js";
import { tap } from "../prompts.js";
import { draw } from "../redraw.js";
import { changed, check, forget, given, go, noted, now, SAVE, save as sent } from "./recording.js";

/** @typedef {(step: string) => string} TitleOf */

/** @returns {Guided} */
export function saving() {
  return {
    stage: [
      ...(given.names ? which(given.names) : named()),
      h("p", { id: "verdict" }),
      h("ul", { id: "faults", class: "faults-list buttons" }),
    ],
    dock: [tap(words.save, "", save, { id: "save", data: { do: "save" } })],
  };
}

/** It takes the place of one of those that there are. @param {Offered[]} names */
function which(names) {
  const choose = (/** @type {string} */ name) => {
    now.draft.name = name;
    changed();
  };
  return [
    h("p", { class: "label" }, words.ask_which),
    h(
      "div",
      { id: "board-name", class: "choices", tabindex: "-1" },
      names.map(({ name, text }) =>
        button(text, "", () => choose(name), { data: { name }, "aria-pressed": String(name === now.draft.name) }),
      ),
    ),
  ];
}

function named() {
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
  return [h("p", { class: "label" }, words.ask_name), name];
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
