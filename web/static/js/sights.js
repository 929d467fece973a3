// What the camera saw, and what it sees now, on a player's page.

import { h, words } from "./dom.js";

/** @param {number} number */
export function picture(number) {
  const image = h("img", { class: "sight", src: `/picture/${number}.jpg`, alt: words.picture });
  image.addEventListener("click", () => image.classList.toggle("large"));
  image.addEventListener("error", () => image.remove());
  return image;
}

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
