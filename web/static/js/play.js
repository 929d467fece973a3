// A player's page: the hammering above, what is asked of you below, everything else one tap away.

import { act, current, listen, post } from "./connection.js";
import { $, ask, button, fill, h, holdFocus, icon, pair, setText, showLine, token, within, words } from "./dom.js";
import { fallenBoulders } from "./fallen-boulders.js";
import { fixing, isSending } from "./fixing-hits.js";
import { formFields } from "./forms.js";
import { gamePages } from "./game-pages.js";
import { hammeringBoard } from "./hammering.js";
import { looksIn } from "./looks.js";
import { askedAnew, questions, seated, showHeadline, tell, towerSays } from "./my-turn.js";
import { showPanels } from "./panels.js";
import { asideRows, choiceButtons, marked, refuse, seen, tap } from "./prompts.js";
import { draw, remembered } from "./redraw.js";
import { changed } from "./safe-hands.js";
import { camera } from "./sights.js";
import { sum } from "./steppers.js";

/** @typedef {{ kind: "form", key: string, name: string }} OpenedForm one form of the prompt with this key */
/** @typedef {{ kind: "change", key: string }} OpenedAnswer what was answered to the prompt with this key */
/** @typedef {{ kind: "fix", hit: StruckHit } | OpenedForm | OpenedAnswer | { kind: "why" | "camera" }} Opened */

const open = remembered(/** @type {Opened | null} */ (null)); // what the dock shows instead of the prompts
const DRAWN = "draw-for-me"; // kept on this phone as long as its player lets draw rather than tell what was drawn
const isDrawnHere = () => localStorage.getItem(DRAWN) !== null;
const entering = remembered(""); // the question to which it is told after all
/** @param {OpenPrompt} prompt */
const nameOf = (prompt) => JSON.stringify(seen(prompt));
const drafts = remembered(/** @type {Map<string, Draft>} */ (new Map()));

/** @param {Opened | null} what */
function turnTo(what) {
  open.value = what;
  holdFocus(() => showDock(current()), question);
}

/** @param {number} number */
function fix(number) {
  if (open.value?.kind === "fix" && open.value.hit.number === number) return;
  const hit = current().hammering?.hits.find((each) => each.number === number);
  if (hit) turnTo({ kind: "fix", hit });
}

const board = hammeringBoard($("hammering"), fix);

/** @type {(prompt: OpenPrompt) => (move: Move) => Promise<Answer>} */
function playing(prompt) {
  const asked = seen(prompt);
  const { aside } = prompt;
  const view = current();
  const drawn = seated(view) && prompt.key === view.draws;
  return (move) => {
    if (drawn) localStorage.removeItem(DRAWN);
    return act("/api/play", { seat: current().seat, move, seen: asked }).then(aside ? closedAside : closed);
  };
}

/** @type {(prompt: OpenPrompt) => Step} */
function stepping(prompt) {
  const asked = seen(prompt);
  return (filled) => post("/api/step", { seat: current().seat, seen: asked, ...filled });
}

const redraw = () => show(current(), current());
/** @type {Looks | null} */
let looks = null;
const own = gamePages(
  "play",
  {
    slot: $("game"),
    bar: $("game-bar"),
    looks: (names) => {
      looks = looksIn($("game-bar"), names, redraw);
      return looks;
    },
    answer: (prompt) => {
      const play = playing(prompt);
      return (move) => play(move).then((said) => said.ok || refuse($("dock"), said.text, said.code));
    },
    redraw,
  },
  redraw,
);

/** @param {Answer} answer */
function closed(answer) {
  if (answer.ok) {
    drafts.value = new Map();
    own.part?.forget?.();
    turnTo(null);
  }
  return answer;
}

/** What is filled in or picked for the question stays. @param {Answer} answer */
function closedAside(answer) {
  if (answer.ok && open.value?.kind === "form") turnTo(null);
  return answer;
}

/** Whatever was looked at aside: the question is what is on the page now. @param {SeatView} view */
function comeBack(view) {
  looks?.back();
  within(document, ".menu", HTMLDetailsElement).open = false;
  const opened = open.value;
  if (opened?.kind === "form" && !offered(view, opened.name, opened.key)?.prompt.aside) return;
  // Who puts a hit right may be asked because of that, and goes on with it as long as there is a hammering.
  if (opened?.kind !== "fix" || !(isSending() || view.hammering)) open.value = null;
}

/** @type {(view: View, before: View | null) => void} */
function show(view, before) {
  if (!seated(view)) return location.replace("/?choose");
  if (!own.ready(view)) return;
  if (before && askedAnew(view, before)) comeBack(view);
  holdFocus(() => showAll(view, before), question);
  document.body.dataset.version = String(view.version);
  tell(view, before);
}

/** @type {(view: SeatView, before: View | null) => void} */
function showAll(view, before) {
  showHeadline(view);
  showLine($("sat-in"), view.sat_in);
  board(view.hammering, view.seats);
  showLine($("status"), view.status.question || live(view) ? null : towerSays(view));
  $("status").dataset.doing = view.status.doing;
  const drawn = own.part?.show(view, before) ?? false;
  if (!before || questions(view) !== questions(before)) changed($("game"));
  if (!drawn) showPanels($("panels"), view);
  showMe(view, drawn);
  showLine($("code"), fill(words.code, { code: view.code }));
  showDock(view);
}

/** What is asked, as a place for the focus. */
function question() {
  const place = $("dock").querySelector("p.ask") ?? $("dock");
  place.setAttribute("tabindex", "-1");
  return /** @type {HTMLElement} */ (place);
}

/**
 * Where the game draws itself there are no panels to read one's score from.
 * @type {(view: SeatView, drawn: boolean) => void}
 */
function showMe(view, drawn) {
  draw($("me"), { view, drawn }, ({ view: { seats, seat, standings }, drawn: alone }) => [
    token(seats[seat]),
    h("b", { class: "name" }, seats[seat].name),
    alone ? scoreOf(standings.find((standing) => standing.seat === seat)) : null,
  ]);
}

/** @param {Standing | undefined} standing */
const scoreOf = (standing) =>
  h(
    "span",
    { class: "mine" },
    h("span", { class: "unseen" }, `${words.score}: `),
    h("b", { class: "figure" }, String(standing?.score)),
  );

/**
 * Who may enter hits reads what the rig is doing in the dock itself, in place of "Hit the tower".
 * @param {SeatView} view
 */
const live = (view) => Boolean(view.hammering && !view.hammering.ending && offered(view, "hit") && view.status.text);

/** @typedef {{ form: Form, prompt: OpenPrompt }} Offered */

/**
 * A form that is asked for, by any prompt or by the one with this key.
 * @type {(view: SeatView, name: string, key?: string) => Offered | undefined}
 */
const offered = (view, name, key) =>
  view.prompts
    .filter((prompt) => key === undefined || prompt.key === key)
    .flatMap((prompt) => prompt.forms.map((form) => ({ form, prompt })))
    .find(({ form }) => form.do === name);

/** @param {SeatView} view */
function showDock(view) {
  if (open.value && !isThere(open.value, view)) open.value = null;
  const dock = $("dock");
  if (!draw(dock, view, content)) return;
  dock.scrollTop = 0;
  changed(dock);
}

/** Whether there is still something to open. @type {(opened: Opened, view: SeatView) => boolean} */
function isThere(opened, view) {
  switch (opened.kind) {
    case "fix":
      return Boolean(view.hammering?.hits.some((hit) => hit.number === opened.hit.number));
    case "form":
      return Boolean(offered(view, opened.name, opened.key));
    case "change":
      return view.prompts.some((prompt) => prompt.key === opened.key && prompt.given);
    case "why":
      return view.why.length > 0;
    case "camera":
      return Boolean(view.hammering);
  }
}

/** @type {(view: SeatView) => Child} */
function content(view) {
  if (view.ended) return [ask(words.ended), again(), h("a", { class: "button", href: "/" }, words.join)];
  if (open.value) return instead(open.value, view);
  const hit = offered(view, "hit");
  if (hit && view.status.question) return asked(hit, view.status.question);
  return prompts(view);
}

/** @type {(opened: Opened, view: SeatView) => Child} */
function instead(opened, view) {
  switch (opened.kind) {
    case "fix":
      return fixing(opened.hit, back(words.done));
    case "form":
      return filling(offered(view, opened.name, opened.key));
    case "change":
      return changing(
        view.prompts.find((prompt) => prompt.key === opened.key),
        view,
      );
    case "why":
      return [ask(words.why), h("ul", { class: "reasons" }, reasons(view)), back()];
    case "camera":
      return [camera(() => open.value?.kind === "camera"), back()];
  }
}

/** @param {SeatView} view */
const reasons = (view) => view.why.map((why) => h("li", {}, why));

/** @type {(view: SeatView) => Child} */
function prompts(view) {
  if (view.over) return [head(words.ended, { undo: view.undo }), again()];
  const questions = view.prompts.filter((prompt) => !prompt.aside);
  const asides = view.prompts.filter((prompt) => prompt.aside);
  const rows = questions.length ? answering(questions, view) : [head(view.waiting, view)];
  const draws = asides.find((prompt) => prompt.key === view.draws);
  return [rows, asideRows(asides, playing, opener), draws ? drawer(draws) : null];
}

/** The host begins another game like it right here. */
const again = () =>
  words.host ? tap(words.again, "primary wide", () => act("/api/host/again", {}), { data: { do: "again" } }) : null;

/** @type {(questions: OpenPrompt[], view: SeatView) => Child[]} */
function answering(questions, view) {
  const { hammering, status } = view;
  const busy = live(view);
  /** @type {(HTMLElement | null)[]} */
  const parts = busy ? [head(towerSays(view), view, status.doing)] : [];
  /** @type {HTMLElement[]} */
  const small = [];
  for (const [index, prompt] of questions.entries()) {
    if (!busy) parts.push(head(prompt.text, index ? {} : view));
    if (prompt.key === view.draws && isDrawnHere() && entering.value !== nameOf(prompt)) {
      const enter = () => {
        entering.value = nameOf(prompt);
        redraw();
      };
      parts.push(pair(button(words.enter, "", enter, { data: { do: "enter" } }), drawer(prompt, "primary")));
      continue;
    }
    if (prompt.key === view.draws) small.push(drawer(prompt));
    if (prompt.given) {
      parts.push(givenAnswer(prompt.key, prompt.given.text, view));
      continue;
    }
    const play = playing(prompt);
    if (own.part?.unfolds?.(prompt)) {
      parts.push(...unfolded(prompt, view));
      continue;
    }
    const laid = own.part?.answers?.(prompt, view, play, redraw) ?? choiceButtons(prompt.choices, view.seats, play);
    parts.push(laid);
    if (laid?.hasAttribute("data-whole")) continue;
    const alone = !prompt.choices.length && prompt.forms.length === 1;
    for (const form of prompt.forms) {
      if (alone && form.do !== "hit") parts.push(formFields(form, draftFor(prompt, form), play, stepping(prompt)));
      else small.push(opener(prompt, form));
    }
  }
  if (view.by_blow) parts.push(h("p", { class: "by-blow" }, icon("hammer"), view.by_blow));
  const last = hammering?.hits.at(-1);
  if (last) small.push(fixer(last.number, hammering?.ending ? "quiet" : ""));
  const rows = joined(parts, small);
  if (busy) rows.at(-1)?.append(opening("camera", words.camera));
  return rows;
}

/**
 * The one form of a prompt is open at once, and the other answers follow.
 * @type {(prompt: OpenPrompt, view: SeatView) => (HTMLElement | null)[]}
 */
function unfolded(prompt, view) {
  const [form] = prompt.forms;
  const play = playing(prompt);
  const others = choiceButtons(prompt.choices, view.seats, play);
  others?.firstElementChild?.classList.remove("primary");
  return [formFields(form, draftFor(prompt, form), play, stepping(prompt)), others];
}

/**
 * One answer and one way to put things right fit into one row; that leaves more room for the result.
 * @type {(parts: (HTMLElement | null)[], small: HTMLElement[]) => (HTMLElement | null)[]}
 */
function joined(parts, small) {
  if (!small.length) return parts;
  const last = parts.at(-1);
  if (small.length === 1 && last?.matches(".choices:not(.cards)") && last.children.length === 1)
    return [...parts.slice(0, -1), pair(small, last.firstChild)];
  return [...parts, pair(small)];
}

/** @type {(prompt: OpenPrompt, kind?: string) => HTMLElement} */
const drawer = (prompt, kind = "") => {
  const asked = seen(prompt);
  const work = () => {
    localStorage.setItem(DRAWN, "here");
    return act("/api/draw", { seat: current().seat, seen: asked }).then(closed);
  };
  return tap(words.draw, kind, work, { data: { do: "draw-for-me" } });
};

/** One tap away, and no wider than a thumb. @type {(kind: "why" | "camera", label: string) => HTMLElement} */
const opening = (kind, label) =>
  button(icon(kind), "only-icon", () => turnTo({ kind }), { "aria-label": label, data: { open: kind } });

/**
 * @param {string | null} text
 * @param {{ undo?: number | null, why?: string[] }} aside
 * @param {string | null} doing
 */
const head = (text, { undo, why }, doing = null) =>
  h(
    "div",
    { class: "head" },
    h("p", { class: doing ? "ask status" : "ask", data: { doing: doing ?? "" } }, text),
    undo ? undoer(undo) : null,
    why?.length ? opening("why", words.why) : null,
  );

/** @param {number} number */
const undoer = (number) =>
  tap(
    [icon("undo"), h("span", { class: "undo-label" }, words.undo)],
    "quiet",
    () => act("/api/undo", { seat: current().seat, seen: number }).then(closed),
    { data: { do: "undo" }, "aria-label": words.undo },
  );

/** The own answer, until all have answered. @type {(key: string, text: string, view: SeatView) => HTMLElement} */
const givenAnswer = (key, text, { seats, seat, waiting }) =>
  h(
    "div",
    { class: "given" },
    h(
      "p",
      { class: "grow" },
      h("b", {}, `${words.given} ${text}`),
      h("small", {}, seats.some(({ acting }, each) => acting && each !== seat) ? waiting : null),
    ),
    button(words.change, "", () => turnTo({ kind: "change", key }), { data: { open: "change" } }),
  );

/** @type {(prompt: OpenPrompt | undefined, view: SeatView) => Child} */
function changing(prompt, view) {
  if (!prompt?.given) return null;
  const { do: kind, ...filled } = prompt.given.move;
  const play = playing(prompt);
  return [
    ask(prompt.text),
    own.part?.answers?.(prompt, view, play, redraw) ??
      marked(choiceButtons(prompt.choices, view.seats, play), prompt.choices, prompt.given.move),
    prompt.forms.map((form) => formFields(form, form.do === kind ? { ...filled } : {}, play, stepping(prompt))),
    back(),
  ];
}

/** @type {(prompt: OpenPrompt, form: Form, kind?: string) => HTMLElement} */
function opener({ key }, { do: name, text }, kind = "") {
  return button(text, kind, () => turnTo({ kind: "form", key, name }), { data: { open: name } });
}

/**
 * After the end it is no answer to what is asked, and does not look like one.
 * @type {(number: number, kind: string) => HTMLElement}
 */
const fixer = (number, kind) => button(words.fix_last, kind, () => fix(number), { data: { open: "fix" } });

/** @type {(name: string, first?: Draft) => Draft} */
function draftOf(name, first = {}) {
  const draft = drafts.value.get(name) ?? first;
  drafts.value.set(name, draft);
  return draft;
}

/** What was filled in for another question is none of this one. @type {(prompt: OpenPrompt, form: Form) => Draft} */
const draftFor = ({ key }, form) => draftOf(`${key}: ${form.do}`);

const back = (label = words.back) => button(label, "", () => turnTo(null), { data: { open: "back" } });

/** @type {(offered: Offered | undefined) => Child} */
function filling(offered) {
  if (!offered) return null;
  const { form, prompt } = offered;
  return [ask(form.text), formFields(form, draftFor(prompt, form), playing(prompt), stepping(prompt)), back()];
}

/** @type {(offered: Offered, question: Question) => Child} */
function asked({ form, prompt }, question) {
  const play = playing(prompt);
  const boulders = guessed(question);
  const { most } = /** @type {FallenField} */ (form.fields[0]);
  const label = h("span");
  const count = () => setText(label, `${words.confirm} · ${sum(boulders)}`);
  count();
  return [
    ask(question.text),
    fallenBoulders(boulders, most, count, question),
    pair(
      tap(words.no_hit, "", () => post("/api/no-hit", {}), { data: { do: "no-hit" } }),
      tap(label, "primary", () => play({ do: "hit", boulders }), { data: { do: "hit" } }),
    ),
  ];
}

/** What was made of the guess so far; of another question, nothing is kept. @param {Question} question */
function guessed(question) {
  const name = `question ${JSON.stringify(question)}`;
  for (const key of drafts.value.keys()) if (key.startsWith("question ") && key !== name) drafts.value.delete(key);
  return /** @type {Boulders} */ (draftOf(name, { ...question.guess }));
}

listen("play", show);
