// Runedar's own way to answer: where a dwarf may go is tapped in the fortress, so only the rest takes up room below.

import { h, words } from "/static/js/dom.js";
import { choiceButtons } from "/static/js/prompts.js";

/** @type {NonNullable<Parts["play"]["answers"]>} */
export function answers({ choices, forms }, { seats }, play) {
  const rest = choices.filter(({ move }) => move.do !== "go");
  if (rest.length === choices.length || forms.length) return null;
  return h("div", { class: "form" }, h("p", { class: "label" }, words.tap_to_go), choiceButtons(rest, seats, play));
}

/**
 * Where the dwarf may go. What is shot at is said by its button: a wall may be both.
 * @type {(view: RunedarSeatView, answer: (prompt: OpenPrompt) => Play) => RunedarOffers}
 */
export function offersOf(view, answer) {
  /** @type {RunedarOffers} */
  const offers = new Map();
  for (const prompt of view.prompts) {
    const play = answer(prompt);
    for (const { move, text } of prompt.choices)
      if (move.do === "go") offers.set(move.to, { work: () => play(move), label: text });
  }
  return offers;
}
