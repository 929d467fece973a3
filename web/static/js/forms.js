// Forms, filled in with what their fields need: buttons, steppers, or a widget that is fetched when it is asked for.
// What may be filled in comes from the table; nothing here knows a rule.

import { ask, button, COLOURS, h, pair, words } from "./dom.js";
import { arranged, faceOf } from "./dressing.js";
import { fallenBoulders } from "./fallen-boulders.js";
import { choiceButtons, columnsFor, press, refuse, tap } from "./prompts.js";
import { present } from "./redraw.js";
import { changed } from "./safe-hands.js";

const AGAIN = 1_000; // milliseconds until what did not come is asked for once more
const GRID = 40; // so many numbers are still quicker to tap than to type

/** @type {(field: Field) => boolean} */
const isTyped = (field) => field.kind === "amount" && field.most - field.least >= GRID;

/** Whether a tap is the whole answer. @type {(field: Field) => boolean} */
const isTapped = (field) => field.kind === "pick" || (field.kind === "amount" && !isTyped(field));

/** Whether a finger on the map says all there is to say. @type {(field: Field) => boolean} */
const isOneSpot = (field) => field.kind === "spots" && field.least === 1 && field.most === 1;

/**
 * Each prompt with its choices and its forms.
 * @type {(prompts: OpenPrompt[], seats: Seat[], answering: (prompt: OpenPrompt) => Answering) => Child[]}
 */
export const answersTo = (prompts, seats, answering) =>
  prompts.map((prompt) => {
    const { play, step } = answering(prompt);
    return [
      ask(prompt.text),
      choiceButtons(prompt.choices, seats, play),
      prompt.forms.map((form) => formFields(form, {}, play, step, form.text)),
    ];
  });

/**
 * A form that is played when all of it is filled in: at once, or step by step.
 * @param {Form} form
 * @param {Draft} draft
 * @param {Play} play
 * @param {Step} step
 * @param {string} submit
 */
export function formFields(form, draft, play, step, submit = words.confirm) {
  if (form.steps) return inSteps(form, draft, play, step, submit);
  return gaps(form.fields, draft, () => play({ do: form.do, ...filledIn(form.fields, draft) }), submit);
}

/** @type {(fields: Field[], draft: Draft) => Draft} */
const filledIn = (fields, draft) => Object.fromEntries(fields.map(({ name }) => [name, draft[name]]));

/**
 * What each step asked after the first, and what was filled in before it.
 * @type {WeakMap<Draft, NextStep[]>}
 */
const trails = new WeakMap();

/**
 * One step after another: the table says what comes next. Nothing is played before the last, and there is a way back:
 * so a finger on the only spot of a step leads on. At the last step it does not, for what is played was confirmed.
 * @param {Form} form
 * @param {Draft} draft
 * @param {Play} play
 * @param {Step} step
 * @param {string} submit
 */
function inSteps(form, draft, play, step, submit) {
  const trail = trails.get(draft) ?? [];
  trails.set(draft, trail);
  const place = h("div", { class: "in-steps" });
  // Read now: it is drawn again when the question is another.
  const first = [...form.fields];
  const { do: name } = form;
  let asked = 0; // so many times: an answer to what was tapped before counts no more

  /** @type {(confirmed: boolean) => Promise<Answer | undefined>} */
  async function advance(confirmed) {
    asked += 1;
    const turn = asked;
    const filled = filledIn([...first, ...trail.map(({ field }) => field)], draft);
    const answer = await step({ do: name, filled });
    if (turn !== asked || !(confirmed || place.isConnected)) return undefined;
    const { ok, status, field, said } = answer;
    if (ok && !field) return confirmed ? /** @type {Promise<Answer>} */ (play({ do: name, ...filled })) : undefined;
    if (ok && field) {
      Object.assign(draft, filled); // whatever an arrow passed by meanwhile
      trail.push({ field, said });
    } else if (status) trail.length = 0; // What led here is not asked any more; without a line nothing is lost.
    show();
    return answer;
  }

  async function leadOn() {
    const answer = await advance(false);
    if (answer && !answer.ok) refuse(place, answer.text, answer.code);
  }

  function back() {
    asked += 1;
    const left = trail.pop();
    if (left) delete draft[left.field.name];
    show();
  }

  function show() {
    const within = place.contains(document.activeElement);
    if (place.hasChildNodes()) changed(place);
    const last = trail.at(-1);
    const head = last ? h("p", { class: "so-far", tabindex: -1 }, last.said) : null;
    place.replaceChildren(
      ...present(
        head ? pair(head, button(words.step_back, "small", back, { data: { do: "step-back" } })) : null,
        gaps(last ? [last.field] : first, draft, () => advance(true), submit, leadOn),
      ),
    );
    if (within) (head ?? place.querySelector("button"))?.focus();
  }

  show();
  return place;
}

/**
 * One gap that is answered with one tap, or several and a button.
 * @param {Field[]} fields
 * @param {Draft} draft
 * @param {() => unknown} done all of them are filled in
 * @param {string} submit
 * @param {(() => unknown) | null} leadOn in steps, where also a gap that a tap answers says what it is
 */
function gaps(fields, draft, done, submit, leadOn = null) {
  const single = fields.length === 1 && isTapped(fields[0]);
  const filled = () => fields.every((field) => draft[field.name] !== undefined);
  const confirm = tap(submit, "primary", done, { data: { do: "confirm" } });
  const pointed = fields.length === 1 && isOneSpot(fields[0]);
  /** @type {(field: Field) => Fill} */
  const fill = (field) => (value, meant) => {
    draft[field.name] = value;
    confirm.disabled = !filled();
    if (meant && pointed) leadOn?.();
  };
  const parts = fields.map((field) => {
    const answer = (/** @type {FieldValue} */ value) => {
      draft[field.name] = value;
      return done();
    };
    return gap(field, draft, single ? answer : null, fill(field), Boolean(leadOn) || !single);
  });
  confirm.disabled = !filled();
  const entered = (/** @type {KeyboardEvent} */ { key, target }) => {
    if (key === "Enter" && target instanceof HTMLInputElement && filled()) press(confirm, done);
  };
  return h("div", { class: "form", onkeydown: entered }, parts, single ? null : confirm);
}

/**
 * One gap of a form: `play` answers at once, `set` fills it in for the button below.
 * @param {Field} field
 * @param {Draft} draft
 * @param {((value: FieldValue) => unknown) | null} play
 * @param {Fill} set
 * @param {boolean} labelled
 */
function gap(field, draft, play, set, labelled) {
  if (field.kind === "boulders") {
    const boulders = /** @type {Boulders} */ (
      draft[field.name] ?? Object.fromEntries(COLOURS.map((colour) => [colour, 0]))
    );
    draft[field.name] = boulders;
    return fallenBoulders(boulders, field.most, set);
  }
  return h(
    "div",
    { class: "gap", role: "group", "aria-label": field.text },
    labelled ? h("p", { class: "label" }, field.text) : null,
    widget(field, draft[field.name], play, set),
  );
}

/**
 * What fills in a gap of this kind.
 * @param {Exclude<Field, FallenField>} field
 * @param {any} value what was filled in before
 * @param {((value: FieldValue) => unknown) | null} play
 * @param {Fill} set
 * @returns {Child}
 */
function widget(field, value, play, set) {
  switch (field.kind) {
    case "pick":
      return options(field, value, play, set);
    case "amount":
      return isTyped(field) ? typed(field, set) : options(field, value, play, set);
    default:
      return fetched(field, value, set);
  }
}

/** @type {typeof import("./fields/widgets.js") | null} */
let widgets = null; // until a form asks for what only some games ask for

/** @type {(field: FetchedField, value: any, set: Fill) => Child} */
function fetched(field, value, set) {
  // All of it is read now: what is read later is not noted, and would not be drawn again.
  const whole = JSON.parse(JSON.stringify(field));
  if (widgets) return widgets.widget(whole, value, set);
  const place = h("p", { class: "coming", "aria-busy": "true" });
  bring(place, (brought) => brought.widget(whole, value, set));
  return place;
}

/** @type {(place: Element, build: (brought: NonNullable<typeof widgets>) => Child) => Promise<void>} */
async function bring(place, build) {
  widgets ??= await import("./fields/widgets.js").catch(() => null);
  if (widgets) place.replaceWith(...present(build(widgets)));
  else setTimeout(() => place.isConnected && bring(place, build), AGAIN);
}

/** @type {(field: AmountField | PickField) => Option[]} */
function optionsOf(field) {
  if (field.kind === "pick") return field.options;
  const numbers = Array.from({ length: field.most - field.least + 1 }, (_, index) => field.least + index);
  return numbers.map((value) => ({ value, text: String(value) }));
}

/**
 * @param {AmountField | PickField} field
 * @param {FieldValue | undefined} chosen
 * @param {((value: FieldValue) => unknown) | null} play
 * @param {(value: FieldValue) => void} set
 */
function options(field, chosen, play, set) {
  const list = optionsOf(field);
  const columns = columnsFor(list);
  const kind = columns === 5 ? "numbers" : "";
  /** @type {HTMLButtonElement[]} */
  const buttons = list.map(({ value, text }) => {
    const pressed = String(value === chosen);
    const answered = chosen === undefined ? {} : { "aria-pressed": pressed };
    const face = faceOf(field, { value, text });
    if (play) return tap(face, kind, () => play(value), { ...answered, data: { value } });
    const pick = () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      set(value);
    };
    const props = { class: `button ${kind}`, type: "button", "aria-pressed": pressed, data: { value }, onclick: pick };
    const button = h("button", props, face);
    return button;
  });
  return arranged(field, buttons) ?? h("div", { class: "choices", data: { columns } }, buttons);
}

/** @type {(field: AmountField, set: (value: number | undefined) => void) => HTMLElement} */
const typed = (field, set) =>
  h("input", {
    class: "typed",
    type: "number",
    inputmode: "numeric",
    min: field.least,
    max: field.most,
    "aria-label": field.text,
    oninput: ({ target }) => set(target.value === "" ? undefined : Number(target.value)),
  });
