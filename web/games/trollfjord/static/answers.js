// Trollfjord's own ways to answer: the same choices as anywhere, laid out for the thumb, and on the map where it fits.

import { button, h, icon } from "/static/js/dom.js";
import { choiceButtons, markOf, tap } from "/static/js/prompts.js";
import { remembered } from "/static/js/redraw.js";

/** How many to place, while that is asked; null is as many as may be. */
const trolls = remembered(/** @type {number | null} */ (null));

/**
 * Buttons for a prompt that this game lays out itself, or null.
 * @type {(prompt: Prompt, view: TrollfjordSeatView, play: Play, redraw: () => void) => HTMLElement | null}
 */
export function ownAnswers(prompt, view, play, redraw) {
  const kind = prompt.choices[0]?.move.do;
  if (kind === "lord") return lordButtons(prompt.choices, view.scene, play);
  if (kind === "carry_off") return treasurePad(prompt.choices, play);
  if (kind === "place") return placeButtons(prompt.choices, play, redraw);
  return kind === "give" ? giftCards(prompt.choices, view.seats, play) : null;
}

/** @type {(choices: Choice[], scene: Scene, play: Play) => HTMLElement} */
function lordButtons(choices, scene, play) {
  const face = (/** @type {Choice} */ { move }) =>
    move.to === "wander" ? "wander" : scene.walkway[scene.placing[move.free - 1]];
  return h(
    "div",
    { class: "choices lords", data: { columns: 2 } },
    choices.map((choice) =>
      tap([icon(face(choice)), h("span", {}, choice.text)], "", () => play(choice.move), markOf(choice)),
    ),
  );
}

/**
 * With a board that is kept by hand: the values side by side, then what else may be done.
 * @type {(choices: Choice[], play: Play) => HTMLElement}
 */
function treasurePad(choices, play) {
  const values = choices.filter(({ move }) => move.treasure);
  const value = (/** @type {Choice} */ choice) => tap(choice.text, "numbers", () => play(choice.move), markOf(choice));
  return h(
    "div",
    { class: "form" },
    h("div", { class: "choices", data: { columns: 5 } }, values.map(value)),
    sentences(
      choices.filter(({ move }) => !move.treasure),
      play,
    ),
  );
}

/**
 * Gifts by their number, a line each: what the spirit is angry about stays in sight above.
 * @type {(choices: Choice[], seats: Seat[], play: Play) => HTMLElement | null}
 */
function giftCards(choices, seats, play) {
  const face = (/** @type {Choice} */ { move, text }) =>
    move.do === "give"
      ? [icon("gift"), h("b", { "aria-hidden": "true" }, String(move.gift)), h("span", { class: "unseen" }, text)]
      : text;
  return choiceButtons(choices, seats, play, face);
}

/** @type {(choices: Choice[], play: Play) => HTMLElement} */
const sentences = (choices, play) =>
  h(
    "div",
    { class: "choices" },
    choices.map((choice) => tap(h("span", {}, choice.text), "", () => play(choice.move), markOf(choice))),
  );

/** @type {(choices: Choice[]) => number[]} */
const counts = (choices) => [...new Set(choices.map(({ move }) => move.trolls).filter(Boolean))].sort();

/** How many are meant: those picked, or as many as may be. @type {(many: number[]) => number | undefined} */
const meant = (many) => many.find((count) => count === trolls.value) ?? many.at(-1);

/**
 * How many, with the most chosen already; then where. One tap as a rule, two for fewer.
 * @type {(choices: Choice[], play: Play, redraw: () => void) => HTMLElement}
 */
function placeButtons(choices, play, redraw) {
  const many = counts(choices);
  const chosen = meant(many);
  const pick = (/** @type {number} */ count) => {
    trolls.value = count;
    redraw();
  };
  const bar = many.map((count) =>
    button([icon("troll"), String(count)], "numbers", () => pick(count), {
      "aria-pressed": String(count === chosen),
      data: { count },
    }),
  );
  const into = choices.filter(({ move }) => move.trolls === chosen || !move.trolls);
  return h(
    "div",
    { class: "form" },
    many.length > 1 ? h("div", { class: "counts", role: "group" }, bar) : null,
    sentences(into, play),
  );
}

export function forget() {
  trolls.value = null;
}

/**
 * What the map may be tapped for, from the choices offered to this seat.
 * @type {(view: TrollfjordSeatView, answer: (prompt: OpenPrompt) => Play) => Offers}
 */
export function offersOf(view, answer) {
  /** @type {Offers} */
  const offers = { regions: new Map(), spots: new Map(), spaces: new Map(), drags: new Map() };
  for (const prompt of view.prompts) {
    const { choices } = prompt;
    const play = answer(prompt);
    const count = meant(counts(choices));
    for (const { move, text } of choices) {
      const work = () => play(move);
      if (move.do === "lift") offers.drags.set(move.region, work);
      else if (move.do === "wander") offers.drags.set(move.start, null);
      else if (move.do === "put_down") offers.putDown = work;
      if (move.do === "lord") {
        const space = view.scene[move.to === "wander" ? "wandering" : "placing"][move.free - 1];
        offers.spaces.set(space, { work, number: move.free, label: text });
      } else if (move.fortress) offers.spots.set(move.fortress, work);
      else if (move.region && (!move.trolls || move.trolls === count)) offers.regions.set(move.region, work);
    }
  }
  return offers;
}
