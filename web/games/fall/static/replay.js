// The Fall in a past game: the mountain, votes and ancestries as they stood then.

import { sections } from "/static/js/sections.js";
import { showAncestries } from "./ancestry.js";
import { showEnding } from "./ending.js";
import { mountainIn } from "./mountain.js";
import { stepsIn } from "./steps.js";
import { showClans, showPlayers, showWar } from "./war.js";

/** @type {PartModule<"replay">["part"]} */
export function part({ slot }) {
  const { ending, players, peak, ways, war, ancestry, clans } = sections(slot, {
    ending: "section",
    players: "ul fall-players",
    peak: "section mountain",
    ways: "ol fall-ways",
    war: "section",
    ancestry: "section",
    clans: "section",
  });
  const showMountain = mountainIn(peak);
  const showSteps = stepsIn(ways, peak, "still");

  /** @param {PastStep & { scene: FallScene }} step */
  function show({ scene, seats }) {
    const shown = { scene, seats, seat: null };
    for (const each of [players, clans]) each.hidden = false;
    for (const each of [peak, war, ancestry]) each.hidden = !scene.whole;
    showPlayers(players, shown);
    showMountain(shown);
    showSteps(shown);
    showWar(war, shown);
    showAncestries(ancestry, shown);
    showClans(clans, shown);
    showEnding(ending, shown, false);
    return true;
  }

  return { show };
}
