// Check your box: what of a game's box was recorded, and what an example still stands in for.

import { post } from "../connection.js";
import { $, button, fill, foldable, given, h, icon, showLine, words } from "../dom.js";
import { holdButton } from "../hold-button.js";
import { tap } from "../prompts.js";
import { sendOnce } from "../requests.js";
import { editor } from "./editor.js";

/** @typedef {{ kinds?: BoxKind[], name?: string, new?: string[], there?: string[], faults?: string[] }} BoxNews */
/** @typedef {AnswerWith<BoxNews>} BoxAnswer */

const page = /** @type {{ game: string, kinds: BoxKind[], longest: number }} */ (given());
let { kinds } = page;
/** Which line is open, and whether it is edited; a kind without a name is a new thing of it. */
let opened = { kind: "", name: /** @type {string | null} */ (null), editing: false };

const several = kinds.length > 1;
/** More examples of a kind are one line, until somebody wants to see them. */
const MANY = 8;
/** @type {Set<string>} kinds whose examples somebody wants to see */
const unfolded = new Set();

function show() {
  $("kinds").replaceChildren(...kinds.flatMap(section));
}

/** @type {(answer: BoxAnswer) => BoxAnswer} */
function shown(answer) {
  kinds = answer.kinds ?? kinds;
  show();
  return answer;
}

/** @type {(kind: BoxKind, what: string, sent: object) => Promise<BoxAnswer>} */
const ask = async (kind, what, sent) =>
  /** @type {BoxAnswer} */ (await post(`/api/host/box/${page.game}/${kind.name}/${what}`, sent));

/** @param {BoxKind} kind */
function section(kind) {
  return [
    several ? h("h2", {}, kind.title) : "",
    h("ul", { class: "rows", data: { kind: kind.name } }, rows(kind)),
    ...Object.entries(kind.unreadable).flatMap(([file, faults]) => [
      h("h3", {}, fill(words.unreadable, { file })),
      faultList(faults),
      holdButton(words.remove, words.hold_remove, async () => shown(await ask(kind, "forget", { name: file })), "wide"),
    ]),
    adding(kind),
  ];
}

/** @param {BoxKind} kind */
function rows(kind) {
  const each = (/** @type {BoxThing[]} */ things) => things.map((thing) => row(kind, thing));
  const examples = kind.things.filter(({ mark }) => mark === "example");
  if (kind.fixed || examples.length <= MANY) return each(kind.things);
  const here = unfolded.has(kind.name);
  const toggle = () => {
    if (!unfolded.delete(kind.name)) unfolded.add(kind.name);
    show();
  };
  const line = [
    icon("look-map", "icon faint"),
    h("b", { class: "grow" }, fill(words.examples, { count: examples.length })),
  ];
  const inside = () => h("ul", { class: "rows" }, each(examples));
  return [
    ...each(kind.things.filter(({ mark }) => mark !== "example")),
    foldable(here, { data: { examples: kind.name } }, toggle, line, inside),
  ];
}

/** @param {BoxKind} kind */
function adding(kind) {
  if (kind.record !== null)
    return h("a", { class: "button primary wide", href: `/host/recorder/${page.game}/${kind.name}?new` }, kind.record);
  if (kind.fixed) return "";
  if (opened.kind === kind.name && opened.name === null) {
    const blank = Object.fromEntries(kind.fields.map((field) => [field.name, structuredClone(field.blank)]));
    return h("div", { class: "card editing" }, edited(kind, "", blank, null));
  }
  return button([icon("plus"), words.add], "wide", () => open(kind, null, true), { data: { add: kind.name } });
}

/** @param {string[]} faults */
const faultList = (faults) =>
  h(
    "ul",
    { class: "faults-list" },
    faults.map((fault) => h("li", {}, fault)),
  );

/** @type {(kind: BoxKind, thing: BoxThing) => string} */
function about(kind, thing) {
  if (thing.faults.length) return words.faulty;
  if (thing.mark !== "yours") return [several ? words[thing.mark] : "", thing.about].filter(Boolean).join(" · ");
  if (kind.record === null) return words.yours;
  return thing.photo ? words.photo : words.plan;
}

/** @type {(kind: BoxKind, thing: BoxThing) => HTMLElement} */
function row(kind, thing) {
  const here = opened.kind === kind.name && opened.name === thing.name;
  const toggle = () => (here ? open(kind, null, false, "") : open(kind, thing.name, false));
  const said = thing.chosen ? `${about(kind, thing)} · ${words.next_game}` : about(kind, thing);
  const line = [sign(thing), h("span", { class: "grow" }, h("b", {}, thing.text), h("small", {}, said))];
  const data = { thing: thing.name, mark: thing.mark };
  return foldable(here, { data }, toggle, line, () => (opened.editing ? editing(kind, thing) : actions(kind, thing)));
}

/** @param {BoxThing} thing */
function sign(thing) {
  if (thing.faults.length) return icon("warn", "icon faulty");
  return thing.chosen ? icon("tick", "icon chosen") : icon("look-map", "icon faint");
}

/** @type {(kind: BoxKind, name: string | null, editing: boolean, of?: string) => void} */
function open(kind, name, editing, of = kind.name) {
  opened = { kind: of, name, editing };
  show();
}

/** @type {(kind: BoxKind, thing: BoxThing) => Child[]} */
function actions(kind, thing) {
  const path = encodeURIComponent(thing.name);
  const file = `/api/host/box/${page.game}/${kind.name}/${path}.toml`;
  const own = thing.mark === "yours";
  const change = own || kind.fixed ? words.edit : words.copy;
  const act = async (/** @type {string} */ what) => shown(await ask(kind, what, { name: thing.name }));
  const back = kind.fixed ? [words.as_it_came, words.hold_as_it_came] : [words.remove, words.hold_remove];
  return [
    thing.faults.length ? faultList(thing.faults) : null,
    kind.picked && !thing.chosen && !thing.faults.length
      ? tap(words.choose, "primary", () => act("choose"), { data: { do: "choose" } })
      : null,
    kind.record === null
      ? button(change, "", () => open(kind, thing.name, true), { data: { do: "edit" } })
      : h("a", { class: "button", href: `/host/recorder/${page.game}/${kind.name}?name=${path}` }, change),
    h("a", { class: "button", href: file, download: `${thing.name}.toml` }, words.export),
    own ? holdButton(back[0], back[1], () => act("remove")) : null,
  ];
}

/** @type {(kind: BoxKind, thing: BoxThing) => Child[]} */
function editing(kind, thing) {
  const own = thing.mark === "yours";
  const name = own || kind.fixed ? thing.name : "";
  return edited(kind, name, structuredClone(thing.values), own ? thing.name : null);
}

/** @type {(kind: BoxKind, name: string, values: Record<string, unknown>, instead_of: string | null) => Child[]} */
function edited(kind, name, values, instead_of) {
  const sent = { name, values, instead_of };
  const faults = h("div", { role: "alert" });
  const save = async () => {
    const answer = await ask(kind, "save", sent);
    if (answer.ok) {
      opened = { kind: "", name: null, editing: false };
      return shown(answer);
    }
    faults.replaceChildren(...(answer.faults ? [faultList(answer.faults)] : []));
    return answer.faults ? null : answer;
  };
  const naming = h("input", {
    value: name,
    maxlength: page.longest,
    placeholder: words.name,
    "aria-label": words.name,
    oninput: ({ target }) => {
      sent.name = target.value;
    },
  });
  return [
    kind.fixed ? null : naming,
    editor(kind.fields, values),
    faults,
    tap(words.save, "primary", save, { data: { do: "save" } }),
    button(words.cancel, "quiet", () => open(kind, null, false, "")),
  ];
}

$("import").addEventListener("change", async () => {
  const input = $("import", HTMLInputElement);
  const file = input.files?.[0];
  if (!file) return;
  input.value = "";
  const answer = /** @type {BoxAnswer} */ (await sendOnce(`/api/host/box/${page.game}/import`, file));
  $("said").classList.toggle("good", answer.ok);
  showLine($("said"), answer.ok ? told(answer) : answer.text);
  $("faults").hidden = !answer.faults;
  $("faults").replaceChildren(...(answer.faults ?? []).map((fault) => h("li", {}, fault)));
  shown(answer);
});

/** @param {BoxAnswer} answer */
function told({ new: come = [], there = [] }) {
  const lines = [
    come.length ? fill(words.imported, { name: come.join(", ") }) : words.nothing_new,
    there.length ? fill(words.there, { name: there.join(", ") }) : "",
  ];
  return lines.join(" ").trim();
}

show();
