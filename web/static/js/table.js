// The table screen: the same for everyone, to be read from across the room.

import { $, draw, h, setText, showLine, words } from "./dom.js";
import { hammeringBoard } from "./hammering.js";
import { listen } from "./link.js";
import { showPanels, tallyItems } from "./panels.js";

const board = hammeringBoard($("hammering"));

listen("table", (view) => {
  const quiet = !view.game;
  document.body.classList.toggle("quiet", quiet);
  document.body.classList.toggle("idle", !view.hammering);
  setText($("headline"), quiet ? words.quiet : view.ended ? words.ended : view.headline);
  board(view.hammering ?? null, view.seats ?? []);
  showLine($("status"), quiet ? words.scan : view.status.question?.text ?? view.status.text);
  $("status").dataset.doing = view.status.doing;
  if (quiet) return;
  showPanels($("panels"), { ...view, panels: view.panels.slice(0, 1) });
  // Across the room, one thing at a time: the score waits until the hammer rests.
  draw($("standings"), [view.standings, view.seats, Boolean(view.hammering)], () => (view.hammering ? [] : tallyItems(view)));
});
