// What happened in a game, newest first, in sentences.

import { h, icon, token } from "./dom.js";
import { draw } from "./redraw.js";

/** @typedef {{ scene: { story: StoryLine[] }, seats: Seat[] }} Told */

/** @type {(root: HTMLElement, view: Told, most?: number) => void} */
export function showStory(root, view, most = Infinity) {
  draw(root, view, ({ scene, seats }) =>
    scene.story
      .slice(0, most)
      .map(({ seat, text, signed }) =>
        h(
          "li",
          { class: signed ? "signed" : "" },
          seat === null ? null : token(seats[seat], "tiny"),
          signed ? icon("pencil") : null,
          h("span", {}, text),
        ),
      ),
  );
}
