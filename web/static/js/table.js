// The table screen: the same for everyone, to be read from across the room, and heard if wanted.

import { $, draw, setText, showLine, words } from "./dom.js";
import { hammeringBoard } from "./hammering.js";
import { current, listen } from "./link.js";
import { showPanels, tallyItems } from "./panels.js";
import { speaker } from "./speech.js";
import { trollfjordTable } from "./trollfjord/table.js";

const board = hammeringBoard($("hammering"));
const speak = speaker($("speak"));
const own = trollfjordTable(() => show(current(), current()));

function show(view, before) {
  const quiet = !view.game;
  document.body.classList.toggle("quiet", quiet);
  document.body.classList.toggle("idle", !view.hammering);
  setText($("headline"), quiet ? words.quiet : view.ended ? words.ended : view.headline);
  board(view.hammering ?? null, view.seats ?? []);
  showLine($("status"), quiet ? words.scan : view.status.question?.text ?? view.status.text);
  $("status").dataset.doing = view.status.doing;
  own(view, before);
  if (quiet) return;
  speak([view.headline, view.hammering?.event, view.status.question?.text].filter(Boolean).join(". "));
  if (view.scene) return;
  showPanels($("panels"), { ...view, panels: view.panels.slice(0, 1) });
  // Across the room, one thing at a time: the score waits until the hammer rests.
  draw($("standings"), [view.standings, view.seats, Boolean(view.hammering)], () => (view.hammering ? [] : tallyItems(view)));
}

listen("table", show);
