// The host moves anything on the board: what the game lets be set right, as forms; a refusal comes in words.

import { act, current, post } from "./connection.js";
import { $, ask, button, h, words } from "./dom.js";
import { formFields } from "./forms.js";
import { draw, remembered } from "./redraw.js";
import { look } from "./requests.js";

/** @typedef {{ forms: Form[], version: number }} Correctable what may be set right, as of a version */

/** @type {Correctable | null} */
let correctable = null; // until somebody wants to set something right
const opened = remembered(/** @type {string | null} */ (null)); // the form that is open
/** @type {Draft} */
let draft = {};

/** @param {RunningHostView} view */
export function showCorrections(view) {
  $("correctable").hidden = !view.correctable;
  if (correctable && correctable.version !== view.version) load();
  show();
}

async function load() {
  correctable = /** @type {Correctable | null} */ (await look("/api/host/corrections")) ?? correctable;
  show();
}

function show() {
  const forms = correctable?.forms ?? null;
  const { corrections: page } = /** @type {HostView} */ (current());
  draw($("corrections"), { forms, page }, (seen) => {
    if (seen.page) return h("a", { class: "button wide", href: seen.page, data: { do: "corrections" } }, words.correct);
    if (!seen.forms) return button(words.correct, "wide", load, { data: { do: "corrections" } });
    const form = seen.forms.find((each) => each.do === opened.value);
    return form ? filling(form) : seen.forms.map(opener);
  });
}

/** @type {(form: Form) => HTMLElement} */
function opener({ do: name, text }) {
  return button(text, "wide", () => open(name), { data: { correct: name } });
}

/** @param {string | null} name */
function open(name) {
  opened.value = name;
  draft = {};
  show();
}

/** @type {(form: Form) => Child} */
function filling(form) {
  const play = async (/** @type {Move} */ move) => {
    const answer = await act("/api/host/correct", { move });
    if (answer.ok) open(null);
    return answer;
  };
  return [
    ask(form.text),
    formFields(form, draft, play, (filled) => post("/api/host/step", filled), words.save),
    button(words.back, "quiet", () => open(null), { data: { do: "back" } }),
  ];
}
