// A picture with a mark on each boulder that was counted in it. A tap on one changes its colour or takes it away, a tap
// beside them adds one. Who cannot point has the steppers below it.

import { post } from "./connection.js";
import { button, COLOURS, h, icon, s, shape, words } from "./dom.js";
import { present } from "./redraw.js";

/** @typedef {{ index: number | null, x: number, y: number }} Pointed a boulder, or a place beside them */
/** @typedef {{ x: number, y: number, colour: Colour | null, doubtful: boolean }} Mark */

const FINGER = 22; // pixels around the middle of a boulder in which a tap means it

/** @type {(picture: TappedPicture, changed: () => void) => Child} */
export const tappedPicture = (picture, changed) => new Tapping(picture, changed).parts;

class Tapping {
  #outlines = s("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" });
  #marks = h("div", { class: "marks", "aria-hidden": "true" });
  #choosing = h("div", { class: "choose-piece", role: "group", "aria-label": words.which_colour, hidden: true });
  #hint = h("p", { class: "label" }, words.tap_picture);

  /** @param {TappedPicture} picture @param {() => void} changed */
  constructor(picture, changed) {
    this.picture = picture;
    this.changed = changed;
    const folder = picture.source === "camera" ? "picture" : "photo";
    const image = h("img", { src: `/${folder}/${picture.number}.jpg`, alt: words.picture });
    const figure = h("figure", {}, image, this.#outlines, this.#marks);
    image.addEventListener("error", () => figure.remove());
    figure.addEventListener("click", (event) => this.#point(this.#nearest(figure, event)));
    this.parts = [verdict(picture), figure, this.#choosing, this.#hint];
    this.#point(null);
  }

  /** @type {(figure: HTMLElement, event: MouseEvent) => Pointed} */
  #nearest(figure, { clientX, clientY }) {
    const { left, top, width, height } = figure.getBoundingClientRect();
    const [x, y] = [(clientX - left) / width, (clientY - top) / height];
    const far = this.picture.pieces.map((piece) => Math.hypot((piece.x - x) * width, (piece.y - y) * height));
    const index = far.indexOf(Math.min(...far));
    return { index: far[index] <= FINGER ? index : null, x, y };
  }

  /** @param {Pointed | null} at */
  #point(at) {
    this.#show(at);
    this.#choosing.hidden = !at;
    this.#hint.hidden = Boolean(at);
    this.#choosing.replaceChildren(...present(at && this.#choices(at)));
  }

  /** @param {Pointed} at */
  #choices(at) {
    const own = at.index === null ? null : this.picture.pieces[at.index].colour;
    const colours = COLOURS.map((colour) =>
      button(shape(colour), "", () => this.#choose(at, colour), {
        "aria-label": words[colour],
        "aria-pressed": own && String(own === colour),
        data: { colour },
      }),
    );
    const away = own
      ? button(words.no_boulder, "", () => this.#choose(at, null), { data: { colour: "none" } })
      : button(words.back, "quiet", () => this.#point(null), { data: { colour: "back" } });
    return [...colours, away];
  }

  /** @type {(at: Pointed, colour: Colour | null) => void} */
  #choose({ index, x, y }, colour) {
    const { source, number, pieces } = this.picture;
    if (index === null && colour) pieces.push({ x, y, colour, doubtful: false, outline: [] });
    else if (index !== null && colour) pieces[index] = { ...pieces[index], colour, doubtful: false };
    else if (index !== null) pieces.splice(index, 1);
    this.#point(null);
    this.changed();
    // Kept there only if the owner wishes; whoever plays need not wait for it.
    const told = pieces.map((piece) => ({ x: piece.x, y: piece.y, colour: piece.colour }));
    post("/api/put-right", { source, number, pieces: told });
  }

  /** @param {Pointed | null} at */
  #show(at) {
    const { pieces } = this.picture;
    const picked = (/** @type {number} */ index) => at?.index === index;
    this.#outlines.replaceChildren(
      ...pieces.map(({ outline, colour }, index) =>
        s("polygon", { class: `${colour} ${picked(index) ? "picked" : ""}`, points: outline.join(" ") }),
      ),
    );
    const added = at && at.index === null ? { ...at, colour: null, doubtful: false } : null;
    this.#marks.replaceChildren(
      ...pieces.map((piece, index) => mark(piece, picked(index))),
      ...present(added && mark(added, true)),
    );
  }
}

/** @type {(at: Mark, picked: boolean) => HTMLElement} */
function mark({ x, y, colour, doubtful }, picked) {
  const kind = ["mark", colour, doubtful ? "doubtful" : "", picked ? "picked" : ""].filter(Boolean).join(" ");
  const dot = h("i", { class: kind });
  dot.style.left = `${100 * x}%`;
  dot.style.top = `${100 * y}%`;
  return dot;
}

/** @param {TappedPicture} picture */
const verdict = ({ verdict: said, fine }) =>
  said && h("p", { class: `verdict ${fine ? "fine" : "failing"}`, role: "status" }, icon(fine ? "tick" : "warn"), said);
