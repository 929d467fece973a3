// The host shows the camera a game's dice: take a photo, say what each die shows, store it; twice.

import { post } from "../connection.js";
import { $, ask, fill, given, h, icon, pair, words } from "../dom.js";
import { newPicture } from "../live-picture.js";
import { poll } from "../polling.js";
import { tap } from "../prompts.js";
import { draw, remembered } from "../redraw.js";
import { follow } from "./common.js";

const PAUSE = 500;

/** @type {{ faces: Option[], game: string }} */
const { faces, game } = given();
const address = `/api/host/dice/${game}`;

/** What was tapped for each die of the photo; null is none of them. */
const named = remembered(/** @type {(OptionValue | null | undefined)[]} */ ([]));
/** @type {DiceTeaching | null} */
let told = null;
let errands = 0; // begun and ended
let asked = 0; // how many there were when the last answer was asked for

follow("camera");
poll(lookNow, PAUSE, async (/** @type {DiceTeaching} */ now) => {
  if (asked === errands) show(now);
  if (!now.dice.length) await newPicture("/api/host/camera/picture.jpg");
});

// An answer from before a tap tells how things were.
function lookNow() {
  asked = errands;
  return address;
}

/** @param {string} what @param {object} body */
async function send(what, body = {}) {
  errands += 1;
  const answer = /** @type {AnswerWith<DiceTeaching>} */ (await post(`${address}/${what}`, body));
  errands += 1;
  if (answer.ok) show(answer);
  return answer;
}

/** @param {DiceTeaching} now */
function show(now) {
  const other = now.dice.length !== told?.dice.length || now.dice[0]?.picture !== told?.dice[0]?.picture;
  if (other) named.value = now.dice.map(({ guess }) => guess ?? undefined);
  told = now;
  draw($("taught"), now, taught);
  draw($("dock"), now, dock);
}

/** @param {DiceTeaching} now @returns {Child} */
function taught({ photos, wanted, learned, ready, warning }) {
  const missing = faces.filter(({ value }) => !learned.includes(value)).map(({ text }) => text);
  return [
    warning ? h("p", { class: "verdict failing" }, icon("warn"), warning.text) : null,
    ready ? h("p", { class: "verdict fine" }, icon("tick"), words.ready) : null,
    h("p", { class: "label" }, fill(words.photos, { taken: photos, wanted })),
    missing.length ? h("p", { class: "label" }, fill(words.missing, { faces: missing.join(", ") })) : null,
    photos ? tap(words.forget, "quiet", () => send("forget"), { data: { do: "forget" } }) : null,
  ];
}

/** @param {DiceTeaching} now @returns {Child} */
function dock({ looking, ready, words: failure, dice }) {
  if (looking) return ask(words.looking);
  const label = failure ? words.again : words.take;
  const take = tap(label, ready ? "wide" : "primary wide", () => send("look"), { data: { do: "look" } });
  if (failure) return [ask(failure.text), take];
  if (!dice.length) return [ready ? null : ask(words.lay), take];
  const all = named.value.every((face) => face !== undefined);
  const store = tap(words.store, "primary", () => send("keep", { faces: named.value }), { data: { do: "keep" } });
  store.disabled = !all;
  return [
    ask(words.name),
    h("img", { class: "sight", src: `${address}/photo.jpg?${dice[0].picture.length}`, alt: words.photo }),
    dice.map(({ picture }, number) => die(picture, number)),
    pair(
      tap(words.stop, "", () => send("drop"), { data: { do: "drop" } }),
      store,
    ),
  ];
}

/** @param {string} picture @param {number} number */
function die(picture, number) {
  /** @type {(value: OptionValue | null, text: string) => HTMLElement} */
  const choice = (value, text) => {
    const name = () => {
      named.value = named.value.map((face, index) => (index === number ? value : face));
      if (told) draw($("dock"), told, dock);
    };
    const props = {
      "aria-pressed": String(named.value[number] === value),
      data: { die: number, value: String(value) },
    };
    return h("button", { class: "button small", type: "button", onclick: name, ...props }, text);
  };
  const label = fill(words.die_number, { number: number + 1 });
  return h(
    "div",
    { class: "shown-die", role: "group", "aria-label": label },
    h("img", { class: "face-patch", src: picture, alt: label }),
    h(
      "div",
      { class: "choices" },
      faces.map(({ value, text }) => choice(value, text)),
      choice(null, words.not_this),
    ),
  );
}
