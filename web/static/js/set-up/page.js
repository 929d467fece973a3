// The host sets up a game: one question after the other; whatever nobody wants to enter is shuffled or dealt.

import { listen } from "../connection.js";
import { $, h, words } from "../dom.js";
import { refuse } from "../prompts.js";
import { script } from "../requests.js";
import { begun, given, load, PLAYERS } from "./draft.js";
import { faultsOfNames, players } from "./players.js";
import { open } from "./wizard.js";

/** @type {SetUpScript} */
const own = given.script ? await script(given.script) : { steps: {} };

/** @type {Record<string, OwnStep>} */
const steps = {
  ...own.steps,
  [PLAYERS]: { show: () => players(own.regrouped), count: () => 0, faults: faultsOfNames },
};

let opened = false;

listen("host", async (view) => {
  if (opened) return;
  if (view.game !== null && !view.ended) {
    $("title").textContent = words.running;
    $("dock").replaceChildren(h("a", { class: "button primary", href: "/host" }, words.to_host));
    return;
  }
  opened = true;
  await load();
  if (begun()) open((step) => steps[step]);
  else refuse($("dock"), words.offline);
});
