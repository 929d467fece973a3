// The Fall on the table screen: the mountain, and beside it everyone's supplies, the war, votes, and what happened.

import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { showEnding } from "./ending.js";
import { mountainIn } from "./mountain.js";
import { stepsIn } from "./steps.js";
import { showClans, showPlayers, showWar } from "./war.js";

const LINES = 4;

/** @type {PartModule<"table">["part"]} */
export function part({ slot, beside }) {
  const { ending, peak } = sections(slot, { ending: "section", peak: "section mountain" });
  const { players, ways, war, clans, story } = sections(beside, {
    players: "ul fall-players",
    ways: "ol fall-ways",
    war: "section",
    clans: "section",
    story: "ol",
  });
  const showMountain = mountainIn(peak);
  const showSteps = stepsIn(ways, peak, "all");
  document.body.classList.add("fall");

  /** @param {FallView} view @param {View | null} before */
  function show(view, before) {
    const { scene } = view;
    const shown = { ...view, seat: null };
    ending.hidden = !scene.ending;
    peak.hidden = !scene.whole || Boolean(scene.ending);
    for (const each of [players, clans, story]) each.hidden = false;
    war.hidden = !scene.whole || scene.ways.length > 0;
    showMountain(shown);
    showPlayers(players, shown);
    showSteps(shown);
    showWar(war, shown);
    showClans(clans, shown);
    showStory(story, view, LINES);
    showEnding(ending, view, Boolean(before && !(/** @type {FallView} */ (before).scene?.ending)));
    return true;
  }

  const leave = () => document.body.classList.remove("fall");
  return { show, leave };
}
