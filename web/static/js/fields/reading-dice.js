// The camera reads a throw: what it saw is filled in and shown, and stays a proposal until somebody confirms it.

import { post } from "../connection.js";
import { h, icon, words } from "../dom.js";
import { tap } from "../prompts.js";
import { present } from "../redraw.js";

/**
 * @param {DiceField} field
 * @param {(faces: OptionValue[]) => void} enter takes what was read in place of what was entered
 */
export function reading(field, enter) {
  const seen = h("div", { class: "seen-throw", "aria-live": "polite" });
  const read = async () => {
    const answer = /** @type {AnswerWith<SeenThrow>} */ (await post("/api/dice", { count: field.count }));
    if (!answer.ok) return answer;
    enter(answer.faces);
    seen.replaceChildren(...present(picture(answer.picture), verdict(answer.doubt)));
    return answer;
  };
  return [tap(words.read_dice, "wide", read, { data: { do: "read-dice" } }), seen];
}

/** @param {number} number */
function picture(number) {
  const image = h("img", { class: "sight", src: `/dice/${number}.jpg`, alt: words.picture_of_throw });
  image.addEventListener("click", () => image.classList.toggle("large"));
  image.addEventListener("error", () => image.remove());
  return image;
}

/** @param {string | null} doubt */
const verdict = (doubt) =>
  h(
    "p",
    { class: `verdict ${doubt ? "failing" : "fine"}` },
    icon(doubt ? "warn" : "tick"),
    doubt ? `${doubt} ${words.check_dice}` : words.dice_read,
  );
