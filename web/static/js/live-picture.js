// The camera's picture on a page, exchanged for a newer one without a blink; where there is none, words say so.

import { $ } from "./dom.js";

/**
 * Resolves when the picture at `path` is shown, or is known not to be there.
 * @param {string} path
 * @returns {Promise<void>}
 */
export function newPicture(path) {
  return new Promise((done) => {
    const next = new Image();
    next.onload = () => {
      // The picture itself moves in: to set its address would fetch it a second time.
      next.id = "picture";
      next.alt = $("picture", HTMLImageElement).alt;
      $("picture").replaceWith(next);
      $("blind").hidden = true;
      done();
    };
    next.onerror = () => {
      $("picture").hidden = true;
      $("blind").hidden = false;
      done();
    };
    next.src = `${path}?${Date.now()}`;
  });
}
