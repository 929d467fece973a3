// What dice show: a tap on a face for each die, or one slide over all of them; a tap on a die takes it out again. Or
// what the camera reads.

import { fill, h, s, words } from "../dom.js";
import { reading } from "./reading-dice.js";

/** Where the pips of an ordinary die are, on its three by three places. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * @param {DiceField} field
 * @param {OptionValue[] | undefined} shown
 * @param {(value: OptionValue[] | undefined) => void} set
 */
export function dice(field, shown, set) {
  const place = (/** @type {OptionValue} */ value) => field.faces.findIndex((face) => face.value === value);
  const ofThese = (/** @type {OptionValue[]} */ values) => values.filter((value) => place(value) >= 0);
  const entered = ofThese(shown ?? []).slice(0, field.count);
  const slots = Array.from({ length: field.count }, (_, index) =>
    h("button", { class: "die", type: "button", data: { die: index }, onclick: () => remove(index) }),
  );
  const faces = faceButtons(field, add);

  /** @param {Option} face */
  function add({ value }) {
    if (entered.length < field.count) entered.push(value);
    show();
  }

  /** @param {number} index */
  function remove(index) {
    entered.splice(index, 1);
    show();
  }

  /** @param {OptionValue[]} values */
  function enter(values) {
    const sorted = ofThese(values).sort((one, other) => place(one) - place(other));
    entered.splice(0, entered.length, ...sorted.slice(0, field.count));
    show();
  }

  function show() {
    for (const [index, slot] of slots.entries()) {
      const face = field.faces[place(entered[index])];
      slot.replaceChildren(...(face ? [look(face)] : []));
      slot.setAttribute("aria-label", fill(words.die, { number: index + 1, face: face?.text ?? words.no_face }));
      slot.setAttribute("aria-disabled", String(!face));
    }
    const full = entered.length === field.count;
    for (const face of faces) face.setAttribute("aria-disabled", String(full));
    set(full ? [...entered].sort((one, other) => place(one) - place(other)) : undefined);
  }

  show();
  return [
    field.read ? reading(field, enter) : null,
    h("div", { class: "dice" }, slots),
    field.count > 1 ? h("p", { class: "label" }, words.slide) : null,
    h("div", { class: "faces" }, faces),
  ];
}

/**
 * One button a face. A finger that goes on to other faces enters each that it comes to.
 * @type {(field: DiceField, add: (face: Option) => void) => HTMLElement[]}
 */
function faceButtons({ faces }, add) {
  /** Where which finger went down, and whether it has gone on since. @type {{ face: Option, finger: number } | null} */
  let from = null;
  let slid = false;

  /** @type {(face: Option, event: PointerEvent) => void} */
  function begin(face, { currentTarget, pointerId, button }) {
    const target = /** @type {HTMLElement} */ (currentTarget);
    // A finger belongs to where it went down, unless it is let go.
    if (target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
    from = button === 0 ? { face, finger: pointerId } : null;
    slid = false;
  }

  // The next finger comes to a face before it goes down there: what the last one did is over.
  /** @type {(face: Option, event: PointerEvent) => void} */
  function slide(face, { buttons, pointerId }) {
    if (from?.finger !== pointerId || !(buttons & 1)) return;
    if (!slid) add(from.face);
    slid = true;
    add(face);
  }

  return faces.map((face) =>
    h(
      "button",
      {
        class: "button face",
        type: "button",
        data: { value: face.value },
        // A slide that ends where it began is no tap besides; a key has none of it.
        onclick: (/** @type {MouseEvent} */ { detail }) => (!slid || detail === 0) && add(face),
        onpointerdown: (/** @type {PointerEvent} */ event) => begin(face, event),
        onpointerenter: (/** @type {PointerEvent} */ event) => slide(face, event),
        "aria-label": face.text,
      },
      look(face),
    ),
  );
}

/** A face as it looks: pips, where it has as many as it is called. @type {(face: Option) => Node | string} */
function look({ value, text }) {
  const pips = text === String(value) ? PIPS[Number(value)] : undefined;
  if (!pips) return text;
  return s(
    "svg",
    { class: "pips", viewBox: "0 0 3 3", "aria-hidden": "true" },
    pips.map((pip) => s("circle", { cx: (pip % 3) + 0.5, cy: Math.floor(pip / 3) + 0.5, r: 0.36 })),
  );
}
