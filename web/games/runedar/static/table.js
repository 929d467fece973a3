// Runedar on the table screen: the fortress, and beside it every danger in words, the upgrade board, and what happened.

import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { tellDangers } from "./danger.js";
import { showEnding } from "./ending.js";
import { fortressIn, NO_OFFERS } from "./fortress.js";
import { showUpgrades } from "./upgrades.js";

const LINES = 3;

/** @type {PartModule<"table">["part"]} */
export function part({ slot, beside }) {
  const { ending, fortress } = sections(slot, { ending: "section", fortress: "section" });
  const { danger, upgrades, story } = sections(beside, { danger: "section", upgrades: "ul", story: "ol" });
  const showFortress = fortressIn(fortress);
  document.body.classList.add("runedar");

  /** @param {RunedarView} view */
  function show(view) {
    const { scene } = view;
    ending.hidden = !scene.ending;
    for (const each of [fortress, danger, upgrades, story]) each.hidden = false;
    showFortress(view, NO_OFFERS);
    tellDangers(danger, scene);
    showUpgrades(upgrades, scene);
    showStory(story, view, LINES);
    showEnding(ending, scene);
    return true;
  }

  const leave = () => document.body.classList.remove("runedar");
  return { show, leave };
}
