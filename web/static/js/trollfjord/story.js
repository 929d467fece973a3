// What happened, newest first, in sentences.

import { draw, h, token } from "../dom.js";

export function showStory(root, view, most = Infinity) {
  const lines = view.scene.story.slice(0, most);
  draw(root, [lines, view.seats], () =>
    lines.map((line) => h("li", {}, line.seat === null ? null : token(view.seats[line.seat], "tiny"), h("span", {}, line.text))),
  );
}
