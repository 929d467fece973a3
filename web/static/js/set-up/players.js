// The first step of every set-up: who plays, with what of the box, and what is decided once for the whole game.

import { $, ask, button, h, icon, words } from "../dom.js";
import { namesakes, playerCards, tellAt, untell } from "../host-players.js";
import { given, load, named, PLAYERS, pick, set } from "./draft.js";
import { changed, faultsOfSeats, noted, onward } from "./wizard.js";

/** @type {(regrouped: SetUpScript["regrouped"]) => Guided} */
export function players(regrouped) {
  const before = [...set.seats];
  const redraw = () => {
    regrouped?.(before, set.seats);
    changed();
  };
  const cards = playerCards(set.seats, given, redraw, typed);
  tellAt(cards, faultsOfSeats());
  return {
    stage: [...cards, ...given.picks.filter(isOffered).flatMap(picks), ...given.decisions.flatMap(decision)],
    dock: [ask(words.ask_players), onward(null)],
  };
}

function typed() {
  untell($("stage"));
  noted();
}

/** What the players' step can say by itself. @type {() => SetUpFault[]} */
export const faultsOfNames = () =>
  namesakes(named().map(({ name }) => name)).map((fault) => ({ ...fault, step: PLAYERS }));

/** The only one there is needs no choice. @type {(offered: BoxPick) => boolean} */
const isOffered = ({ things, record }) => things.length > 1 || record !== null;

/** @param {BoxPick} offered */
function picks({ kind, title, things, record }) {
  const choose = async (/** @type {string} */ name) => {
    if (name !== set.picked[kind]) pick(kind, name);
    await load();
    changed();
  };
  const recorder = `/host/recorder/${given.game}/${kind}`;
  return [
    h("h2", {}, title),
    h(
      "div",
      { class: "choices boards" },
      things.map(({ name, text }) =>
        button(text, "", () => choose(name), {
          data: { board: name },
          "aria-pressed": String(name === set.picked[kind]),
        }),
      ),
      record ? h("a", { class: "button quiet", href: recorder }, icon("camera"), record) : null,
    ),
  ];
}

/** @param {SetUpDecision} asked */
function decision({ name, title, answers }) {
  const decide = (/** @type {string} */ answer) => {
    set.decided[name] = answer;
    changed();
  };
  return [
    h("h2", {}, title),
    h(
      "div",
      { class: "choices", data: { columns: 2 } },
      answers.map((answer) =>
        button(answer.text, "", () => decide(answer.name), {
          data: { decision: name, answer: answer.name },
          "aria-pressed": String(answer.name === set.decided[name]),
        }),
      ),
    ),
  ];
}
