// The boulders that fell, as they are entered: steppers, and a picture of them, the camera's or this phone's own, in
// which a tap puts right what was counted.

import { around, COLOURS, EACH, fill, h, icon, words } from "./dom.js";
import { smallPhoto } from "./photo-file.js";
import { forgive, refuse } from "./prompts.js";
import { present } from "./redraw.js";
import { sendOnce } from "./requests.js";
import { steppers, sum } from "./steppers.js";
import { tappedPicture } from "./tapped-picture.js";

/** @typedef {TappedPicture & { before: Boulders }} Sight with what of it did not fall just now */

/**
 * The picture from which these numbers were taken: it stays with them while they are entered.
 * @type {WeakMap<Boulders, Sight>}
 */
const sights = new WeakMap();

/** @type {() => Boulders} */
const none = () => ({ red: 0, blue: 0, yellow: 0, white: 0 });

/** @type {(pieces: { colour: Colour }[]) => Boulders} */
function byColour(pieces) {
  const counted = none();
  for (const { colour } of pieces) counted[colour] += 1;
  return counted;
}

/**
 * @param {Boulders} values changed in place
 * @param {Boulders} most
 * @param {(values: Boulders) => unknown} changed
 * @param {Question | null} question what the camera asks about
 */
export function fallenBoulders(values, most, changed, question = null) {
  const limit = { ...most };
  if (question?.picture && !sights.has(values)) sights.set(values, asked(question, values, limit));
  const seen = h("div", { class: "tapped-picture", hidden: true });
  const entry = h("div");

  const enter = () => {
    entry.replaceChildren(steppers(values, limit, byHand));
  };
  function byHand() {
    const sight = sights.get(values);
    // What somebody says is so; the picture goes on from there.
    if (sight) sight.before = apart(byColour(sight.pieces), values);
    changed(values);
  }
  /** @param {Sight} sight */
  function take(sight) {
    const counted = byColour(sight.pieces);
    for (const colour of COLOURS)
      values[colour] = Math.min(limit[colour], Math.max(0, counted[colour] - sight.before[colour]));
    enter();
    changed(values);
  }
  /** @param {Sight} sight */
  const look = (sight) => {
    seen.hidden = false;
    seen.replaceChildren(...present(tappedPicture(sight, () => take(sight))));
  };
  /** @param {Sight} sight */
  const taken = (sight) => {
    sights.set(values, sight);
    look(sight);
    take(sight);
  };

  const known = sights.get(values);
  if (known) look(known);
  enter();
  return h("div", { class: "fallen" }, seen, entry, taking(limit, taken));
}

/** @type {(all: Boulders, some: Boulders) => Boulders} */
const apart = (all, some) => ({
  red: all.red - some.red,
  blue: all.blue - some.blue,
  yellow: all.yellow - some.yellow,
  white: all.white - some.white,
});

/** What is not in the tower lies there already. @type {(most: Boulders) => Boulders} */
const lying = (most) => ({
  red: EACH - most.red,
  blue: EACH - most.blue,
  yellow: EACH - most.yellow,
  white: EACH - most.white,
});

/** @type {(question: Question, guess: Boulders, most: Boulders) => Sight} */
function asked(question, guess, most) {
  /** @type {MarkedPiece[]} */
  const pieces = JSON.parse(JSON.stringify(question.pieces));
  const before = apart(byColour(pieces), guess);
  const book = lying(most);
  // Of a colour that did not grow, the book knows better how many lay there.
  for (const colour of COLOURS) if (!guess[colour]) before[colour] = Math.max(before[colour], book[colour]);
  return { source: "camera", number: question.picture ?? 0, pieces, before, verdict: null, fine: false };
}

/** @type {(most: Boulders, taken: (sight: Sight) => void) => HTMLElement} */
function taking(most, taken) {
  /** @param {HTMLInputElement} input */
  async function send(input) {
    const file = input.files?.[0];
    if (!file) return;
    const label = around(input, "label");
    label.classList.add("busy");
    const { data } = await smallPhoto(file);
    const answer = /** @type {AnswerWith<CountedPhoto>} */ (await sendOnce("/api/photo", data));
    label.classList.remove("busy");
    input.value = ""; // so that the same photo can be taken again
    if (!answer.ok) return refuse(label, answer.text, answer.code);
    forgive();
    taken(photographed(answer, most));
  }
  return h(
    "label",
    { class: "button file" },
    icon("camera"),
    words.count_with_phone,
    h("input", {
      type: "file",
      accept: "image/*",
      capture: "environment",
      data: { photo: "boulders" },
      onchange: ({ target }) => send(target),
    }),
  );
}

/** @type {(answer: CountedPhoto, most: Boulders) => Sight} */
function photographed({ photo, pieces, sure }, most) {
  const before = lying(most);
  const counted = byColour(pieces);
  const fewer = COLOURS.some((colour) => counted[colour] < before[colour]);
  const told = fill(words.counted_in_photo, { count: sum(counted) });
  const doubt = fewer ? words.fewer_than_before : words.unsure_photo;
  const fine = sure && !fewer;
  return { source: "phone", number: photo, pieces, before, verdict: fine ? told : `${told} ${doubt}`, fine };
}
