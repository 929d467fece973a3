// The Fall on a player's page: the mountain with the latest invasion, the own ancestry, votes and champions, and what
// happened.

import { dress } from "/static/js/dressing.js";
import { sections } from "/static/js/sections.js";
import { showStory } from "/static/js/story.js";
import { coverForms, forget, showAncestries } from "./ancestry.js";
import { dressing } from "./dressing.js";
import { showEnding } from "./ending.js";
import { mountainIn } from "./mountain.js";
import { stepsIn } from "./steps.js";
import { showClans, showPlayers, showWar } from "./war.js";

const LOOKS = ["ending", "peak", "ancestry", "clans", "story"];
const COVER = "cover_";

/** @type {PartModule<"play">["part"]} */
export function part({ slot, looks }) {
  const { ending, players, ways, peak, war, latest, ancestry, clans, story } = sections(slot, {
    ending: "section",
    players: "ul fall-players",
    ways: "ol fall-ways",
    peak: "section mountain",
    war: "section",
    latest: "ol story",
    ancestry: "section",
    clans: "section",
    story: "ol",
  });
  const showMountain = mountainIn(peak);
  const showSteps = stepsIn(ways, peak, "one");
  const looked = looks(LOOKS);
  const dressed = dressing();
  document.body.classList.add("fall");
  /** @param {FallSeatView} view @param {View | null} before */
  function show(view, before) {
    dressed(view);
    const { scene } = view;
    const there = LOOKS.filter(
      (name) => (name !== "ending" || scene.ending) && (scene.whole || (name !== "peak" && name !== "ancestry")),
    );
    const now = looked.show(scene.ending ? "ending" : there[0], there);
    const covering = view.prompts.some(isCovering);
    for (const each of [ending, peak, ancestry, clans, story]) each.hidden = each.id !== now;
    for (const each of [war, latest]) each.hidden = now !== "peak" || covering;
    peak.classList.toggle("low", covering);
    players.hidden = now === "peak" ? covering || scene.ways.length > 0 : now !== "clans";
    showPlayers(players, view);
    showMountain(view);
    showSteps(view);
    ways.hidden ||= now !== "peak";
    showWar(war, view);
    showStory(latest, view, 3);
    showAncestries(ancestry, view);
    showClans(clans, view);
    showStory(story, view);
    showEnding(ending, view, Boolean(before && !(/** @type {FallView} */ (before).scene?.ending)));
    return true;
  }

  function leave() {
    looked.leave();
    dress(null);
    document.body.classList.remove("fall");
  }

  return { show, answers, unfolds, forget, leave };
}

const ON_THE_MAP = ["advance", "reinforce", "scout", "move_troll"];

/** @type {NonNullable<Parts["play"]["unfolds"]>} */
const unfolds = ({ forms }) => forms.length === 1 && ON_THE_MAP.includes(forms[0].do);

/** @type {(prompt: OpenPrompt) => boolean} */
const isCovering = ({ forms }) =>
  forms.length > 0 && forms.every((form) => form.do.startsWith(COVER) && form.do !== "cover_pair");

/** @type {NonNullable<Parts["play"]["answers"]>} */
function answers(prompt, view, play, redraw) {
  return isCovering(prompt) ? coverForms(prompt, /** @type {FallSeatView} */ (view), play, redraw) : null;
}
