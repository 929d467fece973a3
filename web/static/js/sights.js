// What the camera sees now, on a player's page.

import { h, words } from "./dom.js";

/** The camera's picture as it is now, again and again while it is looked at. @param {() => boolean} looking */
export function camera(looking) {
  const image = h("img", { class: "sight large", alt: words.picture });
  const blind = h("p", { class: "ask", hidden: true }, words.no_picture);
  const look = () => {
    if (looking()) image.src = `/picture.jpg?${Date.now()}`;
  };
  /** @type {(there: boolean, soon: number) => () => void} */
  const seen = (there, soon) => () => {
    image.hidden = !there;
    blind.hidden = there;
    setTimeout(look, soon);
  };
  image.addEventListener("load", seen(true, 700));
  image.addEventListener("error", seen(false, 2000));
  look();
  return h("div", {}, image, blind);
}
