// An ancestry as it lies: quadrants with their symbols and numbers, cubes on those that are covered. Tapping symbols
// lights up what hangs together with them; which that is the forms say.

import { fill, h, s, words } from "/static/js/dom.js";
import { cellsOf, nameOf } from "/static/js/fields/bits.js";
import { joining } from "/static/js/fields/together.js";
import { markOf, tap } from "/static/js/prompts.js";
import { draw, remembered } from "/static/js/redraw.js";

/** @typedef {{ left: number, top: number, columns: number, rows: number }} Frame */

/** What has to be seen of the field. @type {(cells: Cell[]) => Frame} */
export function frameOf(cells) {
  const across = cells.map(([column]) => column);
  const down = cells.map(([, row]) => row);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { left, top, columns: Math.max(...across) - left + 1, rows: Math.max(...down) - top + 1 };
}

/**
 * One quadrant in a unit square.
 * @type {(quadrant: { symbol: string, strength: number, covered?: boolean }, x: number, y: number) => SVGElement}
 */
export const quadrantAt = ({ symbol, strength, covered }, x, y) =>
  s(
    "g",
    { class: `quadrant is-${symbol}${covered ? " covered" : ""}` },
    s("rect", { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.12 }),
    symbol === "empty"
      ? null
      : s("use", {
          href: `#sym-${symbol}`,
          x: x + (strength > 1 ? 0.1 : 0.2),
          y: y + 0.2,
          width: 0.6,
          height: 0.6,
        }),
    strength > 1 ? s("text", { x: x + 0.8, y: y + 0.55, class: "figure" }, String(strength)) : null,
    covered ? s("rect", { class: "cube", x: x + 0.28, y: y + 0.28, width: 0.44, height: 0.44, rx: 0.06 }) : null,
  );

/** All of an ancestry, in the squares of its field. @type {(quadrants: FallQuadrant[]) => SVGElement[]} */
export const ancestryGround = (quadrants) => quadrants.map((quadrant) => quadrantAt(quadrant, ...quadrant.cell));

/** A row below those of the ancestry: the symbols on champions. */
const BORROWED = 10;
const APART = 0.25;

/**
 * Where each quadrant is drawn by itself: those of champions right below the others.
 * @type {(quadrants: FallQuadrant[]) => Frame & { at: (quadrant: FallQuadrant) => Cell }}
 */
function laidOut(quadrants) {
  const borrowed = quadrants.filter(({ cell }) => cell[1] >= BORROWED);
  const { left, top, columns, rows } = frameOf(quadrants.map(({ cell }) => cell).filter(([, row]) => row < BORROWED));
  return {
    left,
    top,
    columns: Math.max(columns, borrowed.length),
    rows: rows + (borrowed.length ? 1 + APART : 0),
    at: ({ cell: [column, row] }) => (row < BORROWED ? [column, row] : [left + column, top + rows + APART]),
  };
}

/** To look at. @type {(root: HTMLElement, view: FallShown) => void} */
export function showAncestries(root, view) {
  draw(root, view, ({ scene, seats, seat }) => {
    const order = seats.map((_, each) => each).sort((one, other) => Number(other === seat) - Number(one === seat));
    return order
      .filter((each) => scene.players[each]?.ancestry.length)
      .map((each) =>
        h(
          "figure",
          { class: "lineage" },
          h("figcaption", {}, seats[each].name),
          framed(scene.players[each].ancestry, seats[each].name),
        ),
      );
  });
}

/** As wide as its quadrants need. @type {(grid: SVGElement, columns: number) => SVGElement} */
function wide(grid, columns) {
  grid.style.setProperty("--across", String(columns));
  return grid;
}

/** @type {(quadrants: FallQuadrant[], label: string) => SVGElement} */
function framed(quadrants, label) {
  const { left, top, columns, rows, at } = laidOut(quadrants);
  const box = { viewBox: `${left} ${top} ${columns} ${rows}` };
  const drawn = quadrants.map((quadrant) => quadrantAt(quadrant, ...at(quadrant)));
  return wide(s("svg", { class: "ancestry-grid", role: "img", "aria-label": label, ...box }, drawn), columns);
}

/** A card by its picture. @type {(quadrants: string[]) => SVGElement} */
export const cardPicture = (quadrants) =>
  s(
    "svg",
    { class: "ancestry-card", viewBox: "0 0 2 2", "aria-hidden": "true" },
    quadrants.map((key, index) => quadrantAt(read(key), index % 2, Math.floor(index / 2))),
  );

/** `advance 2` as it is told. @type {(key: string) => { symbol: string, strength: number }} */
export function read(key) {
  const [symbol, strength = "1"] = key.split(" ");
  return { symbol, strength: Number(strength) };
}

const picked = remembered(/** @type {string[]} */ ([])); // the names of the cells that are picked

/** Nothing is picked any more. */
export function forget() {
  picked.value = [];
}

/**
 * @typedef {object} Covering
 * @property {Form} form
 * @property {string} name
 * @property {Set<string>} legal
 * @property {number} most
 * @property {(cells: Cell[]) => boolean} hang
 * @property {boolean} alone One symbol, by itself.
 */

/** @type {(form: Form) => Covering} */
function coveringOf(form) {
  const field = /** @type {CellsField} */ (form.fields[0]);
  const { columns } = field.grid;
  const legal = new Set(cellsOf(field.legal, columns).map(nameOf));
  const hang = field.together ? joining({ ...field.together }, columns) : () => true;
  return { form, name: form.text, legal, most: field.most, hang, alone: !field.together };
}

/**
 * Symbols to cover, whichever action they are: what they add up to, and a button for each action that they can be.
 * @type {(prompt: OpenPrompt, view: FallSeatView, play: Play, redraw: () => void) => HTMLElement}
 */
export function coverForms(prompt, view, play, redraw) {
  const { ancestry, supplies, despair } = view.scene.players[view.seat];
  const ways = prompt.forms.map(coveringOf);
  const quadrants = new Map(ancestry.map((quadrant) => [nameOf(quadrant.cell), { ...quadrant }]));
  const cellOf = (/** @type {string} */ name) => /** @type {FallQuadrant} */ (quadrants.get(name)).cell;
  const fits = (/** @type {string[]} */ names) =>
    ways.filter(
      ({ legal, most, hang }) =>
        names.length <= most && names.every((name) => legal.has(name)) && hang(names.map(cellOf)),
    );
  const chosen = picked.value.filter((name) => quadrants.has(name));
  const now = fits(chosen).length ? chosen : [];
  const lit = [...quadrants.keys()].filter((name) => !now.includes(name) && fits([...now, name]).length);

  /**
   * A symbol that does not go with the others begins anew. In a second action one is covered alone: tapped, it is.
   * @param {string} name
   */
  function toggle(name) {
    const only = fits([name]);
    if (only.length === 1 && only[0].alone) {
      play({ do: only[0].form.do, cells: [cellOf(name)] });
      return;
    }
    if (now.includes(name)) picked.value = kept(now.filter((each) => each !== name));
    else if (fits([...now, name]).length) picked.value = [...now, name];
    else if (fits([name]).length) picked.value = [name];
    redraw();
  }

  /** @type {(names: string[]) => string[]} */
  const kept = (names) => (fits(names).length ? names : names.slice(0, 1));

  const strength = now.reduce((sum, name) => sum + (quadrants.get(name)?.strength ?? 0), 0);
  const strong = now.length > 1 || strength > 1;
  const order = [...now].sort((one, other) => reading(cellOf(one)) - reading(cellOf(other)));
  return h(
    "div",
    { class: "covering", data: { whole: "" } },
    tappable([...quadrants.values()], now, lit, toggle),
    h(
      "p",
      { class: "strength-told", role: "status" },
      now.length ? told(strength, strong, supplies, despair) : words.tap_symbols,
    ),
    now.length
      ? h(
          "div",
          { class: "choices", data: { columns: 1 } },
          fits(now).map(({ form, name }) =>
            tap(
              [
                s("svg", { class: "icon" }, s("use", { href: `#sym-${form.do.slice(6)}` })),
                h("span", {}, fill(words.cover, { action: name, strength })),
              ],
              "primary",
              () => play({ do: form.do, cells: order.map(cellOf) }),
              { data: { do: form.do } },
            ),
          ),
        )
      : null,
    others(prompt, play),
  );
}

/** @type {(prompt: OpenPrompt, play: Play) => Child} */
const others = ({ choices }, play) =>
  choices.length
    ? h(
        "div",
        { class: "choices", data: { columns: 1 } },
        choices.map((choice) => tap(choice.text, "", () => play({ ...choice.move }), markOf(choice))),
      )
    : null;

/** @type {(cell: Cell) => number} */
const reading = ([column, row]) => row * 100 + column;

/**
 * What it is, and what would add to it.
 * @type {(strength: number, strong: boolean, supplies: number, despair: number) => string}
 */
const told = (strength, strong, supplies, despair) =>
  fill(strong ? words.strong : words.weak, {
    strength,
    most: strength + (strong ? Math.max(0, supplies - 1) : despair),
  });

/** @type {(quadrants: FallQuadrant[], now: string[], lit: string[], toggle: (name: string) => void) => SVGElement} */
function tappable(quadrants, now, lit, toggle) {
  const { left, top, columns, rows, at } = laidOut(quadrants);
  const box = {
    viewBox: `${left - 0.05} ${top - 0.05} ${columns + 0.1} ${rows + 0.1}`,
  };
  const grid = s(
    "svg",
    { class: "ancestry-grid tapped", role: "group", "aria-label": words.ancestry, ...box },
    quadrants.map((quadrant) => {
      const name = nameOf(quadrant.cell);
      const drawing = quadrantAt(quadrant, ...at(quadrant));
      if (!now.includes(name) && !lit.includes(name) && quadrant.covered) return drawing;
      const offered = now.includes(name) || lit.includes(name);
      drawing.classList.toggle("lit", lit.includes(name));
      drawing.classList.toggle("picked", now.includes(name));
      drawing.classList.toggle("dim", !offered);
      if (["empty", "supplies", "ancients"].includes(quadrant.symbol)) return drawing;
      for (const [key, value] of Object.entries({
        role: "button",
        tabindex: "0",
        "aria-pressed": String(now.includes(name)),
        "aria-label": `${words[quadrant.symbol]} ${quadrant.strength}`,
        "data-cell": name,
      }))
        drawing.setAttribute(key, value);
      drawing.addEventListener("click", () => toggle(name));
      drawing.addEventListener("keydown", (event) => {
        if (!(event instanceof KeyboardEvent) || (event.key !== "Enter" && event.key !== " ")) return;
        event.preventDefault();
        toggle(name);
      });
      return drawing;
    }),
  );
  return wide(grid, columns);
}
