// What is asked of a player, as buttons and forms. The words and the moves come from the table; nothing here knows a rule.

import { h, token, words } from "./dom.js";
import { steppers } from "./steppers.js";

// A button that waits for its answer, and shows a refusal right where the finger is.
export function tap(label, kind, work, extra = {}) {
  const button = h("button", { class: `button ${kind}`, type: "button", ...extra }, label);
  button.addEventListener("click", () => press(button, work));
  return button;
}

export async function press(button, work) {
  if (button.classList.contains("busy")) return;
  button.classList.add("busy");
  try {
    const answer = await work();
    if (answer && !answer.ok) refuse(button, answer.text);
  } finally {
    button.classList.remove("busy");
  }
}

export function refuse(near, text) {
  const place = near.isConnected ? near : document.getElementById("dock");
  if (!place) return;
  const row = place.closest(".pair, .choices, .steppers") ?? place;
  for (const old of document.querySelectorAll(".refusal.said")) old.remove();
  const line = h("p", { class: "refusal said", role: "alert" }, text);
  if (row.id === "dock") row.prepend(line);
  else row.before(line);
  line.scrollIntoView({ block: "nearest" });
}

// Many short answers stand side by side; whole sentences have a row each.
function columnsFor(answers) {
  const longest = Math.max(...answers.map((answer) => answer.text.length));
  if (answers.length > 3 && longest <= 3) return 5;
  return answers.length > 4 && longest <= 16 ? 2 : 1;
}

export function choiceButtons(choices, seats, play) {
  if (!choices.length) return null;
  const columns = columnsFor(choices);
  return h(
    "div",
    { class: "choices", data: { columns } },
    choices.map((choice) =>
      tap(
        [choice.seat === null ? null : token(seats[choice.seat]), h("span", {}, choice.text)].filter(Boolean),
        choices.length === 1 ? "primary" : "",
        () => play(choice.move),
        { data: { do: choice.move.do, move: JSON.stringify(choice.move) } },
      ),
    ),
  );
}

const GRID = 40; // so many numbers are still quicker to tap than to type

// A form whose one gap is answered with one tap, or several gaps and a button.
export function formFields(form, draft, play, submit = words.confirm) {
  const single = form.fields.length === 1 && form.fields[0].kind !== "boulders";
  const filled = () => form.fields.every((field) => draft[field.name] !== undefined);
  const move = () => ({ do: form.do, ...draft });
  const confirm = tap(submit, "primary", () => play(move()), { disabled: !filled() && !single });
  const set = (field, value) => {
    draft[field.name] = value;
    confirm.disabled = !filled();
  };
  const parts = form.fields.map((field) => {
    if (field.kind === "boulders") {
      draft[field.name] ??= { red: 0, blue: 0, yellow: 0, white: 0 };
      return steppers(draft[field.name], field.most, (values) => set(field, values));
    }
    const one = single ? (value) => play({ do: form.do, [field.name]: value }) : null;
    if (field.kind === "pick") return gap(field, single, options(field.options, draft[field.name], one, (value) => set(field, value)));
    if (field.most - field.least >= GRID) return gap(field, false, typed(field, draft, set));
    const numbers = Array.from({ length: field.most - field.least + 1 }, (_, index) => {
      const value = field.least + index;
      return { value, text: String(value) };
    });
    return gap(field, single, options(numbers, draft[field.name], one, (value) => set(field, value)));
  });
  const needsButton = !single || form.fields.some((field) => field.kind === "amount" && field.most - field.least >= GRID);
  if (needsButton) confirm.disabled = !filled();
  return h("div", { class: "form" }, parts, needsButton ? confirm : null);
}

const gap = (field, single, inside) =>
  h("div", { class: "gap", role: "group", "aria-label": field.text }, single ? null : h("p", { class: "label" }, field.text), inside);

function options(list, chosen, play, set) {
  const columns = columnsFor(list);
  const kind = columns === 5 ? "numbers" : "";
  const buttons = list.map((option) => {
    if (play) return tap(option.text, kind, () => play(option.value), { data: { value: option.value } });
    const button = h(
      "button",
      { class: `button ${kind}`, type: "button", "aria-pressed": String(option.value === chosen), data: { value: option.value } },
      option.text,
    );
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      set(option.value);
    });
    return button;
  });
  return h("div", { class: "choices", data: { columns } }, buttons);
}

function typed(field, draft, set) {
  return h("input", {
    class: "typed",
    type: "number",
    inputmode: "numeric",
    min: field.least,
    max: field.most,
    "aria-label": field.text,
    oninput: (event) => set(field, event.target.value === "" ? undefined : Number(event.target.value)),
  });
}
