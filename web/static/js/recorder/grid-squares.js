// What the squares of a grid are: one answer at a time, for every square that is tapped or drawn over.

import { announce, ask, button, fill, h, s } from "../dom.js";
import { ARROWS, within } from "./grid-corners.js";
import { sheet } from "./map.js";
import { onward, textOf } from "./parts.js";
import { perspective } from "./perspective.js";
import { noted, show } from "./recording.js";

const FEW = 2; // questions that are buttons beside each other

let question = 0;
/** @type {string | null} */
let answer = null; // what a tap says; the second answer until one is chosen
let cursor = { row: 0, column: 0 }; // of the keyboard

/** `lay` is called to lay the grid anew. @type {(layer: GridLayer, lies: DraftGrid, lay: () => void) => Guided} */
export function squares(layer, lies, lay) {
  const asked = layer.questions[question] ?? layer.questions[0];
  const [usual, ...others] = asked.answers.map(({ name }) => name);
  if (!answer || ![usual, ...others].includes(answer)) answer = others[0] ?? usual;
  const said = answer;
  const view = sheet(() => {});
  const shapes = s("svg", { class: "squares", viewBox: "0 0 100 100", preserveAspectRatio: "none" });
  view.element.append(shapes);
  view.element.classList.add("painting");
  const draw = () => shapes.replaceChildren(...polygons(lies, asked));
  draw();
  paintable(view.element, layer, lies, { asked, said, usual, draw });
  return {
    stage: [view.element],
    dock: [
      layer.questions.length > 1 ? tabs(layer) : null,
      ask(fill(layer.words.ask, { answer: textOf(asked.answers, said) })),
      answers(asked),
      onward(button(layer.words.corners_again, "", lay, { data: { do: "lay" } })),
    ],
  };
}

/** @param {number} index */
function turn(index) {
  question = index;
  answer = null;
  show();
}

/** @param {GridLayer} layer */
const tabs = (layer) => (layer.questions.length > FEW ? list(layer) : row(layer));

/** @param {GridLayer} layer */
const row = ({ questions }) =>
  h(
    "div",
    { class: "choices", data: { columns: 2 } },
    questions.map(({ name, title }, index) =>
      button(title, "", () => turn(index), { data: { question: name }, "aria-pressed": String(index === question) }),
    ),
  );

/** So many questions that buttons would hide the map. @param {GridLayer} layer */
const list = ({ title, questions }) =>
  h(
    "select",
    {
      "aria-label": title,
      data: { questions: "" },
      onchange: ({ target }) => turn(questions.findIndex(({ name }) => name === target.value)),
    },
    questions.map(({ name, title: text }, index) => h("option", { value: name, selected: index === question }, text)),
  );

/** @param {Question} asked */
const answers = (asked) =>
  h(
    "div",
    { class: "kinds" },
    asked.answers.map(({ name, text }, index) => {
      const choose = () => {
        answer = name;
        show();
      };
      const swatch = h("span", { class: `swatch tone-${index % 8}`, "aria-hidden": "true" });
      return button([swatch, h("span", {}, text)], "key", choose, {
        data: { answer: name },
        "aria-pressed": String(name === answer),
      });
    }),
  );

/** @type {(lies: DraftGrid, asked: Question) => SVGElement[]} */
function polygons({ rows, columns, corners: at, cells }, asked) {
  const { onto } = perspective(at);
  const names = asked.answers.map(({ name }) => name);
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const sides = [
      [column, row],
      [column + 1, row],
      [column + 1, row + 1],
      [column, row + 1],
    ];
    const points = sides.map(([x, y]) =>
      onto(x / columns, y / rows)
        .map((share) => share * 100)
        .join(","),
    );
    const tone = names.indexOf(cells[`${row},${column}`]?.[asked.name] ?? names[0]);
    const here = cursor.row === row && cursor.column === column;
    return s("polygon", {
      class: `square tone-${tone % 8}${tone ? "" : " usual"}${here ? " here" : ""}`,
      points: points.join(" "),
      data: { square: `${row},${column}` },
    });
  });
}

/** @typedef {{ asked: Question, said: string, usual: string, draw: () => void }} Painting */

/**
 * A finger that is drawn over squares says the same of all of them.
 * @type {(board: HTMLElement, layer: GridLayer, lies: DraftGrid, painting: Painting) => void}
 */
function paintable(board, layer, lies, { asked, said, usual, draw }) {
  /** @type {string | null} */
  let brush = null;
  const answerOf = (/** @type {string} */ at) => lies.cells[at]?.[asked.name] ?? usual;
  const paint = (/** @type {string} */ at, /** @type {string} */ value) => {
    const { [asked.name]: _, ...rest } = lies.cells[at] ?? {};
    lies.cells[at] = value === usual ? rest : { ...rest, [asked.name]: value };
    if (!Object.keys(lies.cells[at]).length) delete lies.cells[at];
    draw();
    noted();
  };
  const toggled = (/** @type {string} */ at) => (answerOf(at) === said ? usual : said);
  board.addEventListener("pointerdown", (event) => {
    const at = squareAt(lies, within(board, event));
    if (!at) return;
    board.setPointerCapture(event.pointerId);
    brush = toggled(at);
    paint(at, brush);
  });
  board.addEventListener("pointermove", (event) => {
    const at = brush === null ? null : squareAt(lies, within(board, event));
    if (at && brush !== null && answerOf(at) !== brush) paint(at, brush);
  });
  for (const end of ["pointerup", "pointercancel"])
    board.addEventListener(end, () => {
      brush = null;
    });
  board.tabIndex = 0;
  board.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (arrow) moveCursor(lies, arrow);
    const at = `${cursor.row},${cursor.column}`;
    if (!arrow) paint(at, toggled(at));
    draw();
    announce(spoken(layer, lies));
  });
}

/** @type {(lies: DraftGrid, arrow: Point) => void} */
function moveCursor({ rows, columns }, [across, down]) {
  cursor = {
    row: Math.min(rows - 1, Math.max(0, cursor.row + down)),
    column: Math.min(columns - 1, Math.max(0, cursor.column + across)),
  };
}

/** @type {(layer: GridLayer, lies: DraftGrid) => string} */
function spoken({ questions, words: own }, { cells }) {
  const { row, column } = cursor;
  const told = questions.map(({ name, answers: all }) => textOf(all, cells[`${row},${column}`]?.[name] ?? all[0].name));
  return fill(own.square, { row: row + 1, column: column + 1, answers: told.join(", ") });
}

/** @type {(lies: DraftGrid, at: Point) => string | null} */
function squareAt({ rows, columns, corners: lie }, at) {
  const [across, down] = perspective(lie).back(at);
  const [row, column] = [Math.floor(down * rows), Math.floor(across * columns)];
  return row >= 0 && row < rows && column >= 0 && column < columns ? `${row},${column}` : null;
}
