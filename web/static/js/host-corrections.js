// The host moves anything on the board: what the game lets be set right, as forms; a refusal comes in words.

import { $, draw, h, words } from "./dom.js";
import { act, current } from "./link.js";
import { formFields } from "./asking.js";

const MAPS = { trollfjord: "/host/right" }; // games whose board is set right on its map

let forms = null; // what may be set right, as of a version
let version = null;
let opened = null; // the form that is open
let draft = {};

export function showCorrections(view) {
  if (forms && version !== view.version) load();
  show();
}

async function load() {
  const answer = await fetch("/api/host/corrections").catch(() => null);
  if (!answer?.ok) return;
  ({ forms, version } = await answer.json());
  show();
}

function show() {
  draw($("corrections"), [forms, opened, current()?.game], () => {
    const page = MAPS[current()?.game];
    if (page) return [h("a", { class: "button wide", href: page, data: { do: "corrections" } }, words.correct)];
    if (!forms) return [h("button", { class: "button wide", type: "button", data: { do: "corrections" }, onclick: load }, words.correct)];
    if (!forms.length) return [h("p", { class: "none" }, words.nothing_to_correct)];
    const form = forms.find((each) => each.do === opened);
    return form ? filling(form) : forms.map((each) => h("button", { class: "button wide", type: "button", data: { correct: each.do }, onclick: () => open(each.do) }, each.text));
  });
}

function open(name) {
  opened = name;
  draft = {};
  show();
}

function filling(form) {
  const play = async (move) => {
    const answer = await act("/api/host/correct", { move });
    if (answer.ok) open(null);
    return answer;
  };
  return [
    h("p", { class: "ask" }, form.text),
    formFields(form, draft, play, words.save),
    h("button", { class: "button quiet", type: "button", data: { do: "back" }, onclick: () => open(null) }, words.back),
  ];
}
