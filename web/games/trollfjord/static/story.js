// What happened, newest first, in sentences.

import { h, token } from "/static/js/dom.js";
import { draw } from "/static/js/redraw.js";

/** @type {(root: HTMLElement, view: SceneView, most?: number) => void} */
export function showStory(root, view, most = Infinity) {
  draw(root, view, ({ scene, seats }) =>
    scene.story
      .slice(0, most)
      .map(({ seat, text }) => h("li", {}, seat === null ? null : token(seats[seat], "tiny"), h("span", {}, text))),
  );
}
