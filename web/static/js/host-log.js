// The log for putting things right: any move that stands can be answered anew or taken back, with all that follows told.

import { $, draw, h, icon, token, words } from "./dom.js";
import { act, current } from "./link.js";
import { choiceButtons, formFields, tap } from "./asking.js";
import { steppers } from "./steppers.js";
import { twice } from "./host-twice.js";

const RECENT = 12;

let opened = null; // the number of the move that is open
let asked = null; // {number, version, prompts, forms, move}: what was asked when that move was played
let clash = null; // {number, move, text}: what a change would cost
let all = false;

export function showMoves(view) {
  if (opened && !view.moves.some((move) => move.number === opened)) close();
  const moves = all ? view.moves : view.moves.slice(0, RECENT);
  draw($("moves"), [moves, opened, asked, clash, view.seats], () => [
    ...(moves.length ? moves.map((move) => moveRow(move, view)) : [h("li", { class: "none" }, words.no_moves)]),
    moves.length < view.moves.length ? h("li", {}, h("button", { class: "button quiet wide", type: "button", data: { do: "all" }, onclick: () => ((all = true), showMoves(current())) }, words.earlier)) : null,
  ]);
}

function close() {
  opened = asked = clash = null;
}

async function toggle(move) {
  const open = opened === move.number;
  close();
  if (!open) opened = move.number;
  showMoves(current());
  if (open || move.boulders) return;
  const answer = await fetch(`/api/host/move?number=${move.number}`).catch(() => null);
  if (!answer?.ok || opened !== move.number) return;
  asked = { number: move.number, ...(await answer.json()) };
  showMoves(current());
}

function moveRow(move, view) {
  const open = move.number === opened;
  const source = { phone: "phone", sensor: "hammer", host: "host", chance: "shuffle" }[move.source];
  return h(
    "li",
    { class: `move${open ? " open" : ""}`, data: { number: move.number } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: () => toggle(move) },
      move.seat === null ? icon("host") : token(view.seats[move.seat]),
      h("span", { class: "grow" }, move.text),
      icon(source, "icon faint", words[`${move.source}_source`]),
      icon("chevron", "icon faint turn"),
    ),
    open ? h("div", { class: "details" }, details(move, view)) : null,
  );
}

function details(move, view) {
  const parts = clash?.number === move.number ? [cost(move)] : [];
  if (move.boulders) parts.push(...hit(move));
  else if (asked?.number === move.number) parts.push(...answers(move, view));
  parts.push(twice(words.take_back, words.really_take_back, () => act("/api/host/take-back", { keep: move.index }), "wide"));
  return parts;
}

const cost = (move) =>
  h("div", { class: "cost" }, h("p", { class: "refusal", role: "alert" }, clash.text), tap(words.drop, "danger wide", () => amend(move, clash.move, true), { data: { do: "drop" } }));

function hit(move) {
  const boulders = clash?.number === move.number ? clash.move.boulders : { ...move.boulders };
  return [steppers(boulders, move.most, () => {}), tap(words.save, "primary wide", () => amend(move, { do: "hit", boulders }, false), { data: { do: "save" } })];
}

// The same question once more; what was answered is marked.
function answers(move, view) {
  const again = (answer) => amend(move, answer, false);
  const drafted = (form) => (form.do === asked.move.do ? Object.fromEntries(Object.entries(asked.move).filter(([name]) => name !== "do")) : {});
  const parts = asked.prompts.flatMap((prompt) => [
    h("p", { class: "ask" }, `${words.instead} ${prompt.text}`),
    marked(choiceButtons(prompt.choices, view.seats, again), prompt.choices),
    ...prompt.forms.map((form) => formFields(form, drafted(form), again, words.save)),
  ]);
  const forms = asked.forms.flatMap((form) => [h("p", { class: "ask" }, form.text), formFields(form, drafted(form), again, words.save)]);
  return [...parts, ...forms].filter(Boolean);
}

function marked(buttons, choices) {
  const same = (choice) => JSON.stringify(sorted(choice.move)) === JSON.stringify(sorted(asked.move));
  [...(buttons?.children ?? [])].forEach((button, index) => button.setAttribute("aria-pressed", String(same(choices[index]))));
  return buttons;
}

const sorted = (move) => Object.entries(move).sort(([one], [other]) => (one < other ? -1 : 1));

async function amend(move, changed, drop) {
  const answer = await act("/api/host/amend", { number: move.number, move: changed, drop_later: drop });
  if (answer.code === "clash") {
    clash = { number: move.number, move: changed, text: answer.text };
    showMoves(current());
    return null;
  }
  if (answer.ok) {
    close();
    showMoves(current());
  }
  return answer;
}
