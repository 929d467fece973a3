// Runedar on a player's page: the fortress with every danger at a glance, and one tap away what they mean, the upgrade
// board and what happened.

import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { answers, offersOf } from "./answers.js";
import { showDangers, tellDangers } from "./danger.js";
import { showEnding } from "./ending.js";
import { fortressIn } from "./fortress.js";
import { showHand } from "./hand.js";
import { showMercenaries, showUpgrades } from "./upgrades.js";

const LOOKS = ["ending", "fortress", "danger", "upgrades", "story"];

/** @type {PartModule<"play">["part"]} */
export function part({ slot, looks, answer }) {
  const { ending, dangers, fortress, hand, latest, danger, upgrades, mercenaries, story } = sections(slot, {
    ending: "section",
    dangers: "ul",
    fortress: "section",
    hand: "ul cards-held",
    latest: "ol story",
    danger: "section",
    upgrades: "ul",
    mercenaries: "section",
    story: "ol",
  });
  const showFortress = fortressIn(fortress);
  const looked = looks(LOOKS);
  document.body.classList.add("runedar");

  /** @param {RunedarSeatView} view */
  function show(view) {
    const { scene } = view;
    const now = looked.show(scene.ending ? "ending" : "fortress", scene.ending ? LOOKS : LOOKS.slice(1));
    for (const each of [ending, fortress, danger, upgrades, story]) each.hidden = each.id !== now;
    dangers.hidden = now !== "fortress";
    latest.hidden = now !== "fortress";
    showDangers(dangers, scene);
    showFortress(view, offersOf(view, answer));
    showHand(hand, view);
    hand.hidden ||= now !== "fortress";
    showStory(latest, view, 3);
    tellDangers(danger, scene);
    showUpgrades(upgrades, scene);
    showMercenaries(mercenaries, scene);
    mercenaries.hidden = now !== "upgrades" || !scene.mercenaries.length;
    showStory(story, view);
    showEnding(ending, scene);
    return true;
  }

  function leave() {
    looked.leave();
    document.body.classList.remove("runedar");
  }

  return { show, answers, leave };
}
