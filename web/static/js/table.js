// The table screen: the same for everyone, to be read from across the room, and heard if wanted.

import { current, listen } from "./connection.js";
import { $, painted, setText, showLine, words } from "./dom.js";
import { gamePages } from "./game-pages.js";
import { hammeringBoard } from "./hammering.js";
import { showPanels, tallyItems } from "./panels.js";
import { draw } from "./redraw.js";
import { speaker } from "./speech.js";

const board = hammeringBoard($("hammering"));
const speak = speaker($("speak", HTMLInputElement), $("unheard"));
const redraw = () => show(current(), current());
const own = gamePages("table", { slot: $("game"), beside: $("game-beside"), redraw }, redraw);

/** @type {(view: View, before: View | null) => void} */
function show(view, before) {
  if (!own.ready(view)) return;
  document.body.classList.toggle("quiet", !view.game);
  document.body.classList.toggle("idle", !view.hammering);
  document.body.classList.toggle("seated", Boolean(view.game && view.seats.every(({ held }) => held)));
  setText($("headline"), headline(view));
  const asked = view.game && !view.over ? view.seats.filter(({ acting }) => acting) : [];
  $("headline").classList.toggle("mine", asked.length === 1);
  if (asked.length === 1) painted($("headline"), asked[0]);
  showLine($("sat-in"), view.game ? view.sat_in : null);
  board(view.hammering ?? null, view.seats ?? []);
  showLine($("status"), view.game ? (view.status.question?.text ?? view.status.text) : words.scan);
  $("status").dataset.doing = view.status.doing;
  if (view.game) showGame(view, before);
  document.body.dataset.version = String(view.version);
}

/** @param {View} view */
function headline(view) {
  if (!view.game) return words.quiet;
  return view.ended ? words.ended : view.headline;
}

/**
 * Who is asked hears their name, also where the headline is about somebody else; what all are asked calls nobody.
 * @param {GameView} view
 */
function calledNames({ seats, headline, over }) {
  const asked = seats.filter(({ acting }) => acting && !over);
  if (asked.length === seats.length) return "";
  return asked
    .map(({ name }) => name)
    .filter((name) => !headline.includes(name))
    .join(", ");
}

/** @type {(view: GameView, before: View | null) => void} */
function showGame(view, before) {
  const heard = [calledNames(view), view.headline, view.hammering?.event, view.status.question?.text];
  speak(heard.filter(Boolean).join(". "));
  if (own.part?.show(view, before)) return;
  showPanels($("panels"), { ...view, panels: view.panels.slice(0, 1) });
  // Across the room, one thing at a time: the score waits until the hammer rests.
  draw($("standings"), view, (seen) => (seen.hammering ? null : tallyItems(seen)));
}

listen("table", show);
