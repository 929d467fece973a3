// Sends a large file piece by piece: nobody but the host may send anything large, and not even the host at once.

import { setText, words } from "./dom.js";
import { asWholePercent } from "./numbers.js";
import { sendOnce } from "./requests.js";

const PIECE = 512 * 1024;

/**
 * The first answer that is a no, or the last one; `shown` says how far it is.
 * @param {string} path
 * @param {File} file
 * @param {HTMLElement} shown
 * @returns {Promise<Answer>}
 */
export async function sendInPieces(path, file, shown) {
  for (let start = 0; ; start += PIECE) {
    setText(shown, `${words.sending} ${asWholePercent(start / (file.size || 1))}`);
    const answer = await sendOnce(`${path}?start=${start}`, file.slice(start, start + PIECE), {
      "Content-Type": "application/octet-stream",
    });
    if (!answer.ok || start + PIECE >= file.size) return answer;
  }
}
