// Trollfjord's own ways to answer: the same choices as anywhere, laid out for the thumb, and on the map where that is natural.

import { h, icon } from "../dom.js";
import { tap } from "../asking.js";

let trolls = null; // how many to place, while that is asked; null is as many as may be

// Buttons for a prompt that this game lays out itself, or null.
export function ownAnswers(prompt, view, play, redraw) {
  const kind = prompt.choices[0]?.move.do;
  if (kind === "lord") return lordButtons(prompt.choices, view, play);
  if (kind === "place") return placeButtons(prompt.choices, play, redraw);
  return kind === "give" ? giftButtons(prompt.choices, play) : null;
}

function lordButtons(choices, view, play) {
  const face = ({ move }) => (move.to === "wander" ? "wander" : view.scene.walkway[view.scene.placing[move.free - 1]]);
  return h(
    "div",
    { class: "choices lords", data: { columns: 2 } },
    choices.map((choice) =>
      tap([icon(face(choice)), h("span", {}, choice.text)], "", () => play(choice.move), { data: { do: "lord", move: JSON.stringify(choice.move) } }),
    ),
  );
}

// Gifts side by side: what the spirit is angry about stays in sight above.
const giftButtons = (choices, play) => {
  const button = (choice, ...label) =>
    tap(label, choice.move.gift ? "numbers" : "", () => play(choice.move), { data: { do: choice.move.do, move: JSON.stringify(choice.move) }, "aria-label": choice.move.gift ? choice.text : null });
  const [gifts, rest] = [choices.filter(({ move }) => move.gift), choices.filter(({ move }) => !move.gift)];
  return h(
    "div",
    { class: "form" },
    h("div", { class: "counts" }, gifts.map((choice) => button(choice, icon("gift"), String(choice.move.gift)))),
    h("div", { class: "choices" }, rest.map((choice) => button(choice, h("span", {}, choice.text)))),
  );
};

const counts = (choices) => [...new Set(choices.map(({ move }) => move.trolls).filter(Boolean))].sort();

// How many, with the most chosen already; then where. One tap as a rule, two for fewer.
function placeButtons(choices, play, redraw) {
  const many = counts(choices);
  const chosen = many.includes(trolls) ? trolls : many.at(-1);
  const pick = (count) => {
    trolls = count;
    redraw();
  };
  const bar =
    many.length > 1
      ? h(
          "div",
          { class: "counts", role: "group" },
          many.map((count) =>
            h("button", { class: "button numbers", type: "button", "aria-pressed": String(count === chosen), data: { count }, onclick: () => pick(count) }, icon("troll"), String(count)),
          ),
        )
      : null;
  const into = choices.filter(({ move }) => move.trolls === chosen || !move.trolls);
  return h(
    "div",
    { class: "form" },
    bar,
    h("div", { class: "choices" }, into.map((choice) => tap(h("span", {}, choice.text), "", () => play(choice.move), { data: { do: choice.move.do, move: JSON.stringify(choice.move) } }))),
  );
}

export const placing = () => trolls;

export function forget() {
  trolls = null;
}

// What the map may be tapped for, from the choices offered to this seat.
export function offersOf(view, play) {
  const offers = { regions: new Map(), spots: new Map(), spaces: new Map(), trolls };
  for (const { choices } of view.prompts) {
    const many = counts(choices);
    const count = many.includes(trolls) ? trolls : many.at(-1);
    for (const { move, text } of choices) {
      const work = () => play(move);
      if (move.do === "lord") {
        const space = view.scene[move.to === "wander" ? "wandering" : "placing"][move.free - 1];
        offers.spaces.set(space, { work, number: move.free, label: text });
      } else if (move.fortress) offers.spots.set(move.fortress, work);
      else if (move.region && (!move.trolls || move.trolls === count)) offers.regions.set(move.region, work);
    }
  }
  return offers;
}
