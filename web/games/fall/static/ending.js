// How the war ended: honour part by part, and its course.

import { h } from "/static/js/dom.js";
import { showFinalScore } from "/static/js/final-score.js";
import { chart } from "/static/js/score-chart.js";

/** @typedef {{ ending: FallEnding, seats: Seat[] }} Ended */

/** @type {(root: HTMLElement, view: { scene: FallScene, seats: Seat[] }, live: boolean) => void} */
export function showEnding(root, { scene, seats }, live) {
  const ended = scene.ending ? { ending: scene.ending, seats } : null;
  showFinalScore(root, ended, live, scored, more);
}

/** @param {Ended} ended */
const scored = ({ ending, seats }) => ({
  sides: ending.sides.map(({ seats: own, parts }) => ({ seats: own.map((seat) => seats[seat]), parts })),
  best: [...ending.best],
});

/** @type {(ended: Ended) => Child} */
const more = ({ ending, seats }) => [
  h("p", { class: "saga" }, ending.text),
  chart(
    ending.sides.map(({ seats: own }) => own.map((seat) => seats[seat])),
    ending.course.map((each) => [...each]),
  ),
];
