// The Hall's own way to answer: spells and workshops are folded away where they are many, trolls are picked in the
// horde, their place in the own pyramid.

import { h, words } from "/static/js/dom.js";
import { choiceButtons } from "/static/js/prompts.js";
import { good, hordeCard } from "./goods.js";
import { hordeOf } from "./offer.js";
import { pyramid, trollsOf } from "./pyramid.js";

const FEW = 2; // so many answers leave the map in sight

/** @type {NonNullable<Parts["play"]["answers"]>} */
export function answers({ choices }, { seats }, play) {
  const spells = choices.filter(({ move }) => move.do === "cast");
  const works = choices.filter(({ move }) => move.do === "work");
  if (spells.length + works.length <= FEW) return null;
  const rest = choices.filter((choice) => !spells.includes(choice) && !works.includes(choice));
  return h(
    "div",
    { class: "form" },
    choiceButtons(rest, seats, play),
    h(
      "div",
      { class: "folds" },
      folded(words.spells, spells, seats, play),
      folded(words.workshops, works, seats, play),
    ),
  );
}

/** @type {(name: string, choices: Choice[], seats: Seat[], play: Play) => HTMLElement | null} */
const folded = (name, choices, seats, play) =>
  choices.length
    ? h(
        "details",
        { class: "fold" },
        h("summary", { class: "label" }, `${name} (${choices.length})`),
        choiceButtons(choices, seats, play),
      )
    : null;

const GOODS = ["stone", "iron", "heartstone", "cart", "hammer", "rune", "coin"];

/**
 * What the forms ask for, drawn as it lies on the table.
 * @type {(now: () => HallSeatView | null, ground: Dressing["ground"]) => Dressing}
 */
export function dressingOf(now, ground) {
  /** @type {(value: OptionValue) => HordeTroll | null | undefined} */
  const waiting = (value) => now()?.scene.horde.find((troll) => troll?.name === value);

  return {
    ground,
    face: (field, { value, text }) => {
      const troll = field.name === "troll" ? waiting(value) : null;
      if (troll) return hordeCard(troll);
      if (!GOODS.includes(String(value))) return null;
      return [good(String(value)), h("span", { "aria-hidden": "true" }, text)];
    },
    arrange: (field, buttons) => {
      const view = now();
      if (!view) return null;
      if (field.name === "troll" && buttons.every(({ dataset }) => waiting(dataset.value ?? "")))
        return hordeOf(view.scene.horde, buttons);
      return field.name === "place" ? inPyramid(view.scene.moots[view.seat], buttons) : null;
    },
  };
}

/** Where a troll may stand. @type {(moot: (MootTroll | null)[], buttons: HTMLElement[]) => HTMLElement} */
function inPyramid(moot, buttons) {
  const cells = trollsOf(moot, null).map((shown, place) => {
    const button = buttons.find(({ dataset }) => dataset.value === String(place));
    button?.classList.add("troll", "open");
    return button ?? shown;
  });
  return pyramid(cells, "own picking");
}
