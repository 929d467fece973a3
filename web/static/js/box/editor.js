// Edits a value field by field, as the table described it; the table checks what was entered.

import { button, h, icon, words } from "../dom.js";
import { step } from "../steppers.js";

/** @typedef {{ field: BoxField, label: string, value: any, set: (value: any) => void, redraw: () => void }} Editing */

/** @type {(fields: NamedBoxField[], values: Record<string, any>) => HTMLElement} */
export function editor(fields, values) {
  const root = h("div", { class: "editor" });
  const redraw = () => root.replaceChildren(...parts(fields, values, redraw));
  redraw();
  return root;
}

/** @type {(fields: NamedBoxField[], values: Record<string, any>, redraw: () => void) => HTMLElement[]} */
const parts = (fields, values, redraw) =>
  fields.map((field) => {
    values[field.name] ??= structuredClone(field.blank);
    const set = (/** @type {any} */ value) => {
      values[field.name] = value;
    };
    return labelled(
      field.text,
      EDITORS[field.edit]({ field, label: field.text, value: values[field.name], set, redraw }),
    );
  });

/** @type {(label: string, inside: HTMLElement) => HTMLElement} */
const labelled = (label, inside) => h("div", { class: "edited" }, h("span", { class: "label" }, label), inside);

/** @param {Editing} editing */
function number({ field, label, value, set }) {
  const { least = 0, most = 0 } = field;
  const input = h("input", { type: "number", inputmode: "numeric", min: least, max: most, value, "aria-label": label });
  const put = (/** @type {number} */ next) => {
    const kept = Math.min(most, Math.max(least, next));
    input.value = String(kept);
    set(kept);
  };
  input.addEventListener("change", () => put(Math.round(Number(input.value)) || 0));
  const by = (/** @type {1 | -1} */ one) => put((Number(input.value) || 0) + one);
  return h(
    "div",
    { class: "counter", role: "group", "aria-label": label },
    step(-1, "minus", () => by(-1), `${label}: ${words.fewer}`),
    input,
    step(1, "plus", () => by(1), `${label}: ${words.more}`),
  );
}

/** @param {Editing} editing */
const typed = ({ field, label, value, set }) =>
  h("input", { value, maxlength: field.longest, "aria-label": label, oninput: ({ target }) => set(target.value) });

/** @type {(answers: { value: any, text: string }[], editing: Editing) => HTMLElement} */
const choices = (answers, { label, value, set, redraw }) =>
  h(
    "div",
    { class: "choices", role: "group", "aria-label": label, data: { columns: 2 } },
    answers.map((answer) => {
      const choose = () => {
        set(answer.value);
        redraw();
      };
      return button(answer.text, "", choose, { "aria-pressed": String(answer.value === value) });
    }),
  );

/** @param {Editing} editing */
const yesNo = (editing) =>
  choices(
    [
      { value: true, text: words.yes },
      { value: false, text: words.no },
    ],
    editing,
  );

/** @param {Editing} editing */
const oneOf = (editing) => choices(editing.field.answers ?? [], editing);

/** @type {(editing: Editing, items: BoxField[]) => HTMLElement[]} */
const each = ({ label, value, redraw }, items) =>
  items.map((field, index) => {
    const set = (/** @type {any} */ one) => {
      value[index] = one;
    };
    return EDITORS[field.edit]({ field, label: `${label} ${index + 1}`, value: value[index], set, redraw });
  });

/** @param {Editing} editing */
const row = (editing) => h("div", { class: "edited-row" }, each(editing, editing.field.items ?? []));

/** @param {Editing} editing */
function list(editing) {
  const { field, label, value, redraw } = editing;
  const item = /** @type {BoxField} */ (field.item);
  const lines = each(
    editing,
    value.map(() => item),
  );
  const drop = (/** @type {number} */ index) => {
    value.splice(index, 1);
    redraw();
  };
  const more = () => {
    value.push(structuredClone(item.blank));
    redraw();
  };
  return h(
    "div",
    { class: "edited-list", role: "group", "aria-label": label },
    lines.map((line, index) =>
      h(
        "div",
        { class: "with-button" },
        line,
        button(icon("minus"), "quiet", () => drop(index), { "aria-label": `${words.remove}: ${label} ${index + 1}` }),
      ),
    ),
    value.length < (field.most ?? 0)
      ? button([icon("plus"), words.add_line], "quiet", more, { "aria-label": `${label}: ${words.add_line}` })
      : null,
  );
}

/** @param {Editing} editing */
const group = ({ field, label, value, redraw }) =>
  h("div", { class: "edited-parts", role: "group", "aria-label": label }, parts(field.fields ?? [], value, redraw));

/** @type {Record<BoxField["edit"], (editing: Editing) => HTMLElement>} */
const EDITORS = { number, "yes-no": yesNo, words: typed, "one-of": oneOf, list, row, parts: group };
