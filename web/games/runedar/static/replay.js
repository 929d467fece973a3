// Runedar in a past game: the fortress and its dangers as they stood then.

import { sections } from "/static/js/sections.js";
import { tellDangers } from "./danger.js";
import { showEnding } from "./ending.js";
import { fortressIn, NO_OFFERS } from "./fortress.js";
import { showUpgrades } from "./upgrades.js";

/** @type {PartModule<"replay">["part"]} */
export function part({ slot, record }) {
  const { ending, fortress, danger, upgrades } = sections(slot, {
    ending: "section",
    fortress: "section",
    danger: "section",
    upgrades: "ul",
  });
  const showFortress = fortressIn(fortress);

  /** @param {PastStep & { scene: RunedarScene }} step */
  function show({ scene, seats }) {
    ending.hidden = !scene.ending;
    for (const each of [fortress, danger, upgrades]) each.hidden = false;
    showFortress({ scene, seats, seat: null }, NO_OFFERS);
    tellDangers(danger, scene);
    showUpgrades(upgrades, scene);
    showEnding(ending, scene, record);
    return true;
  }

  return { show };
}
