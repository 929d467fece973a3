// The camera learns the boulders' colours: lay them out, let it look, confirm; one colour, all at once, or one by one.

import { button, COLOURS, fill, h, icon, pair, shape, words } from "../dom.js";
import { holdButton } from "../hold-button.js";
import { tap } from "../prompts.js";
import { remembered } from "../redraw.js";
import { tallies } from "./common.js";

/** @typedef {Colour | null} Taught one colour, or null for all of them at once */
/** @typedef {(what: string, body: object) => Promise<Answer>} Send */

/** @type {(send: Send, redraw: () => void) => Teaching} */
export const teaching = (send, redraw) => new Teaching(send, redraw);

class Teaching {
  /** What is to be laid out; undefined when nobody teaches. */
  #preparing = remembered(/** @type {Taught | undefined} */ (undefined));
  /** @type {Colour[]} */
  #course = []; // the colours to be taught after this one

  /** @param {Send} send @param {() => void} redraw */
  constructor(send, redraw) {
    this.send = send;
    this.redraw = redraw;
  }

  get underWay() {
    return this.#preparing.value !== undefined;
  }

  /** @param {Lesson | null} lesson */
  take(lesson) {
    if (lesson) this.#preparing.value = lesson.colour;
  }

  /** Every colour, one after the other. */
  all() {
    const [first, ...others] = COLOURS;
    this.#course = others;
    this.#prepare(first);
  }

  /** @param {Lesson | null} lesson @returns {Child} */
  dock(lesson) {
    if (lesson) return this.#taught(lesson);
    const colour = this.#preparing.value;
    if (colour === undefined) return null;
    return [ask(colour ? words.lay_one : words.lay_all, colour), pair(this.#drop(), this.#learn(colour, words.learn))];
  }

  /** What is known so far, with a button for each colour. @param {Seeing} seen @returns {Child} */
  learned({ learned, warning }) {
    const all = () => this.#prepare(null);
    const forget = () => this.send("forget", {});
    return [
      warning ? h("p", { class: "verdict failing" }, icon("warn"), warning.text) : null,
      COLOURS.filter((colour) => colour in learned.colours).map((colour) => this.#line(colour, learned)),
      h("p", { class: "label" }, `${fill(words.size, { size: learned.size_mm })} · ${origin(learned)}`),
      button(words.learn_all, "", all, { data: { learn: "all" } }),
      learned.own ? picture(words.learned_from) : null,
      learned.own ? tap(words.forget, "quiet", forget, { data: { do: "forget" } }) : null,
    ];
  }

  /** What can be done with the pictures that were put right by tapping. @param {number} count @returns {Child} */
  fromCorrected(count) {
    const learn = () => this.send("learn-corrected", {});
    return [
      h("p", { class: "label" }, fill(words.corrected, { count })),
      tap(words.learn_corrected, "wide", learn, { data: { do: "learn-corrected" } }),
      holdButton(words.forget_corrected, words.hold_forget_corrected, () => this.send("forget-corrected", {}), "quiet"),
    ];
  }

  /** @param {Colour} colour @param {Learned} learned */
  #line(colour, learned) {
    const begin = () => this.#prepare(colour);
    return h(
      "div",
      { class: "line" },
      shape(colour),
      h("span", { class: "grow" }, words[colour]),
      learned.colours[colour].map(swatch),
      button(words.learn, "small", begin, { data: { learn: colour } }),
    );
  }

  /** @param {Lesson} lesson @returns {Child} */
  #taught({ colour, words: failure, learned, boulders }) {
    if (failure) return [ask(failure.text, colour), pair(this.#drop(), this.#learn(colour, words.again))];
    if (!learned) return ask(words.looking, colour);
    const samples = colour ? learned.colours[colour] : Object.values(learned.colours).flat();
    const keep = () => {
      this.#preparing.value = this.#course.shift();
      return this.send("keep", {});
    };
    return [
      picture(words.picture),
      ask(words.confirm_lesson, colour),
      h(
        "div",
        { class: "line spread" },
        tallies(boulders ?? {}),
        h("span", { class: "swatches" }, samples.map(swatch)),
      ),
      pair(this.#drop(), this.#learn(colour, words.again, "")),
      tap(words.store, "primary wide", keep, { data: { do: "keep" } }),
    ];
  }

  /** @param {Taught} colour */
  #prepare(colour) {
    this.#preparing.value = colour;
    this.redraw();
  }

  /** @param {Taught} colour @param {string} label */
  #learn(colour, label, kind = "primary") {
    return tap(label, kind, () => this.send("learn", { colour }), { data: { do: "learn" } });
  }

  #drop() {
    const drop = () => {
      this.#course = [];
      this.#preparing.value = undefined;
      return this.send("drop", {});
    };
    return tap(words.stop, "", drop, { data: { do: "drop" } });
  }
}

/** @type {(text: string, colour: Taught) => HTMLElement} */
const ask = (text, colour) =>
  h("p", { class: "ask line" }, colour ? shape(colour) : null, h("span", { class: "grow" }, text));

/** @type {(alt: string) => HTMLElement} */
const picture = (alt) => h("img", { class: "sight large", src: `/api/host/camera/lesson.jpg?${Date.now()}`, alt });

/** @param {Learned} learned */
const origin = (learned) => (learned.own ? words.own : words.shipped);

/** @param {string} sample */
function swatch(sample) {
  const patch = h("i", { class: "swatch", title: sample });
  patch.style.background = sample;
  return patch;
}
