// The log for putting things right: any move that stands can be answered anew or taken back; what follows is told.

import { act, current, post } from "./connection.js";
import { $, ask, button, foldable, h, icon, token, words } from "./dom.js";
import { formFields } from "./forms.js";
import { holdButton } from "./hold-button.js";
import { choiceButtons, isPrivate, marked, tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";
import { look } from "./requests.js";
import { steppers } from "./steppers.js";

const RECENT = 12;
const SIGNS = { phone: "phone", sensor: "hammer", host: "host", chance: "shuffle" };

const opened = remembered(/** @type {number | null} */ (null)); // the number of the move that is open
/** What was asked when that move was played. */
const asked = remembered(/** @type {(AskedMove & { number: number }) | null} */ (null));
/** What a change would cost. */
const clash = remembered(/** @type {{ number: number, move: Move, text: string | undefined } | null} */ (null));
const all = remembered(false);

/** @param {RunningHostView} view */
export function showMoves(view) {
  if (opened.value && !view.moves.some((move) => move.number === opened.value)) close();
  draw($("moves"), view, (seen) => {
    const moves = all.value ? seen.moves : seen.moves.slice(0, RECENT);
    if (!moves.length) return h("li", { class: "none" }, words.no_moves);
    return [moves.map((move) => moveRow(move, seen.seats)), moves.length < seen.moves.length ? earlier() : null];
  });
}

function earlier() {
  const showAll = () => {
    all.value = true;
    showMoves(current());
  };
  return h("li", {}, button(words.earlier, "quiet wide", showAll, { data: { do: "all" } }));
}

function close() {
  opened.value = null;
  asked.value = null;
  clash.value = null;
}

/** @type {(move: MoveLine, open: boolean) => Promise<void>} */
async function toggle({ number, boulders }, open) {
  close();
  if (!open) opened.value = number;
  showMoves(current());
  if (open || boulders) return;
  const told = /** @type {AskedMove | null} */ (await look(`/api/host/move?number=${number}`));
  if (!told || opened.value !== number) return;
  asked.value = { number, ...told };
  showMoves(current());
}

/** @type {(move: MoveLine, seats: Seat[]) => HTMLElement} */
function moveRow(move, seats) {
  const open = move.number === opened.value;
  const line = [
    move.seat === null ? icon("host") : token(seats[move.seat]),
    h(
      "span",
      { class: "grow" },
      move.text,
      move.signed ? h("small", { class: "signed" }, icon("pencil"), move.signed) : null,
    ),
    icon(SIGNS[move.source], "icon faint", words[`${move.source}_source`]),
  ];
  const data = { number: move.number };
  return foldable(
    open,
    { data },
    () => toggle(move, open),
    line,
    () => details(move, seats),
  );
}

/** @type {(move: MoveLine, seats: Seat[]) => Child[]} */
function details(move, seats) {
  const { number, index } = move;
  const costly = clash.value?.number === number ? clash.value : null;
  const takeBack = () => act("/api/host/take-back", { keep: index });
  return [
    costly ? cost(number, costly) : null,
    move.boulders ? hit(move, costly?.move.boulders ?? { ...move.boulders }) : null,
    !move.boulders && asked.value?.number === number ? answers(asked.value, seats) : null,
    holdButton(words.take_back, words.hold_take_back, takeBack, "wide"),
  ];
}

/** @type {(number: number, costly: { move: Move, text: string | undefined }) => HTMLElement} */
const cost = (number, { move, text }) =>
  h(
    "div",
    { class: "cost" },
    h("p", { class: "refusal", role: "alert" }, text),
    holdButton(words.drop, words.hold_drop, () => amend(number, move, true), "wide", { data: { do: "drop" } }),
  );

/** @type {(move: MoveLine, boulders: Boulders) => Child[]} */
const hit = ({ number, most }, boulders) => [
  steppers(boulders, most, () => {}),
  tap(words.save, "primary wide", () => amend(number, { do: "hit", boulders }, false), { data: { do: "save" } }),
];

/**
 * The same question once more; what was answered is marked.
 * @type {(before: AskedMove & { number: number }, seats: Seat[]) => Child[]}
 */
function answers({ number, move, prompts, forms }, seats) {
  const again = (/** @type {Move} */ answer) => amend(number, answer, false);
  /** @type {Step} */
  const step = (filled) => post("/api/host/step", { ...filled, number });
  const { do: kind, ...given } = move;
  const filled = (/** @type {Form} */ form) =>
    formFields(form, form.do === kind ? { ...given } : {}, again, step, words.save);
  return [
    prompts.map((prompt) => [
      ask(isPrivate(prompt) ? words.private_past : `${words.instead} ${prompt.text}`),
      marked(choiceButtons(prompt.choices, seats, again), prompt.choices, move),
      prompt.forms.map(filled),
    ]),
    forms.map((form) => [ask(form.text), filled(form)]),
  ];
}

/** @type {(number: number, changed: Move, drop: boolean) => Promise<Answer | null>} */
async function amend(number, changed, drop) {
  const answer = await act("/api/host/amend", { number, move: changed, drop_later: drop });
  if (answer.code === "clash") {
    clash.value = { number, move: changed, text: answer.text };
    showMoves(current());
    return null;
  }
  if (answer.ok) {
    close();
    showMoves(current());
  }
  return answer;
}
