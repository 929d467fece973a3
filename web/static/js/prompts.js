// What is asked of a player, as buttons. Words and moves come from the table; nothing here knows a rule.

import { h, icon, token, words } from "./dom.js";

/**
 * A button that waits for its answer, and shows a refusal right where the finger is.
 * @param {Child} label
 * @param {string} kind
 * @param {() => unknown} work
 * @param {Props} extra
 */
export function tap(label, kind, work, extra = {}) {
  const button = h("button", { class: `button ${kind}`, type: "button", ...extra }, label);
  button.addEventListener("click", () => press(button, work));
  return button;
}

/** @type {(button: HTMLElement, work: () => unknown) => Promise<void>} */
export async function press(button, work) {
  if (button.classList.contains("busy")) return;
  button.classList.add("busy");
  try {
    const answer = /** @type {Answer | null | undefined} */ (await work());
    if (answer && !answer.ok) refuse(button, answer.text, answer.code);
  } finally {
    button.classList.remove("busy");
  }
}

/** What was refused is put right. */
export function forgive() {
  for (const old of document.querySelectorAll(".refusal.said")) old.remove();
}

/** @type {(near: Element | null, text: string | undefined, code?: string) => void} */
export function refuse(near, text, code = "") {
  const place = near?.isConnected ? near : document.getElementById("dock");
  if (!place) return;
  const row = place.closest(".pair, .choices, .steppers") ?? place;
  forgive();
  const line = h("p", { class: "refusal said", role: "alert", data: { code } }, text);
  if (row.id === "dock") row.prepend(line);
  else row.before(line);
  line.scrollIntoView({ block: "nearest" });
}

/**
 * Many short answers stand side by side; whole sentences and cards have a row each.
 * @param {{ text: string, meaning?: Fact[] }[]} answers
 */
export function columnsFor(answers) {
  if (answers.some(({ meaning }) => meaning?.length)) return 1;
  const longest = Math.max(...answers.map((answer) => answer.text.length));
  if (answers.length > 3 && longest <= 3) return 5;
  return answers.length > 4 && longest <= 16 ? 2 : 1;
}

/** @type {(choice: Choice) => Props} */
export const markOf = ({ move }) => ({ data: { do: move.do, move: JSON.stringify(move) } });

/** @type {(choice: Choice) => Child} */
const inWords = ({ text }) => text;

/**
 * A button an answer; where answers have a meaning, a card that tells it. A game may have a face for its words.
 * @type {(choices: Choice[], seats: Seat[], play: Play, face?: (choice: Choice) => Child) => HTMLElement | null}
 */
export function choiceButtons(choices, seats, play, face = inWords) {
  if (!choices.length) return null;
  const cards = choices.some(({ meaning }) => meaning.length);
  const kind = choices.length === 1 && !cards ? "primary" : "";
  const label = (/** @type {Choice} */ choice) => [
    choice.seat === null ? null : token(seats[choice.seat]),
    h("span", { class: "what" }, face(choice)),
    choice.meaning.length ? meaningOf(choice.meaning, seats) : null,
  ];
  return h(
    "div",
    { class: cards ? "choices cards" : "choices", data: { columns: columnsFor(choices) } },
    choices.map((choice) => tap(label(choice), kind, () => play(choice.move), markOf(choice))),
  );
}

/**
 * What counts something side by side, each with those it is for; the rest a line each.
 * @type {(meaning: Fact[], seats: Seat[]) => Child[]}
 */
function meaningOf(meaning, seats) {
  const chips = meaning.filter(({ worth }) => worth !== null);
  const lines = meaning.filter(({ worth }) => worth === null);
  return [
    ...lines.filter(({ warns }) => !warns).map(({ text }) => h("span", { class: "means" }, text)),
    chips.length
      ? h(
          "span",
          { class: "chips" },
          chips.map((fact) => chip(fact, seats)),
        )
      : null,
    ...lines
      .filter(({ warns }) => warns)
      .map(({ text }) => h("span", { class: "means warns" }, icon("warn"), h("span", {}, text))),
  ];
}

/** @type {(fact: Fact, seats: Seat[]) => HTMLElement} */
const chip = ({ text, worth, seats: own }, seats) =>
  h(
    "span",
    { class: own.length ? "chip" : "chip away" },
    h("b", { class: "figure" }, String(worth)),
    h("span", {}, text),
    own.map((seat) => token(seats[seat], "tiny")),
    h("span", { class: "unseen" }, own.map((seat) => seats[seat].name).join(", ")),
  );

/**
 * What was answered stands out.
 * @type {(buttons: HTMLElement | null, choices: Choice[], answered: Move) => HTMLElement | null}
 */
export function marked(buttons, choices, answered) {
  const same = (/** @type {Move} */ move) => JSON.stringify(sorted(move)) === JSON.stringify(sorted(answered));
  for (const [index, button] of [...(buttons?.children ?? [])].entries())
    button.setAttribute("aria-pressed", String(same(choices[index].move)));
  return buttons;
}

/** @type {(move: Move) => [string, unknown][]} */
const sorted = (move) => Object.entries(move).sort(([one], [other]) => (one < other ? -1 : 1));

/** What can be answered is for somebody else to see. @type {(prompt: Prompt) => boolean} */
export const isPrivate = ({ choices, forms }) => !choices.length && !forms.length;

/**
 * What a tap on an answer says it saw: this question, whatever happens elsewhere. To be asked for while it is drawn,
 * so that it is drawn again when the same words are put anew.
 * @type {(prompt: OpenPrompt) => { key: string, since: number }}
 */
export const seen = ({ key, since }) => ({ key, since });

const FOLDED = 2; // so many ways would hide what the page is about

/**
 * What may be done at any time: a quiet row for each, which is in nobody's way.
 * @param {OpenPrompt[]} prompts
 * @param {(prompt: OpenPrompt) => Play} playing
 * @param {(prompt: OpenPrompt, form: Form, kind: string) => HTMLElement} opener
 */
export function asideRows(prompts, playing, opener) {
  const row = (/** @type {OpenPrompt} */ prompt) => {
    const play = playing(prompt);
    const ways = [
      ...prompt.choices.map((choice) => tap(choice.text, "small", () => play(choice.move), markOf(choice))),
      ...prompt.forms.map((form) => opener(prompt, form, "small")),
    ];
    if (ways.length < FOLDED) return h("div", { class: "aside" }, h("span", { class: "label" }, prompt.text), ways);
    return h("details", { class: "aside" }, h("summary", { class: "label" }, prompt.text), ways);
  };
  return prompts.length
    ? h("div", { class: "asides", role: "group", "aria-label": words.aside }, prompts.map(row))
    : null;
}
