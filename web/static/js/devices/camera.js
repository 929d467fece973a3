// The camera's page: what it sees and recognises now, the landing place, and the last counts with their pictures.

import { post } from "../connection.js";
import { $, button, COLOURS, fill, foldable, h, icon, pair, s, setText, showLine, within, words } from "../dom.js";
import { newPicture } from "../live-picture.js";
import { asAgo, asPercent } from "../numbers.js";
import { poll } from "../polling.js";
import { press, tap } from "../prompts.js";
import { draw, remembered } from "../redraw.js";
import { teaching } from "./camera-lessons.js";
import { follow, hintRow, tallies, toldHealth } from "./common.js";

const PAUSE = 400;
const DOUBTFUL = 0.9;
const CORNERS = 4;

const opened = remembered(/** @type {number | null} */ (null)); // the number of the count whose picture is looked at
/** The corners tapped so far; null: nobody is tapping. */
const tapped = remembered(/** @type {Point[] | null} */ (null));
/** @type {Counted[]} */
let last = [];
/** @type {Point[]} */
let place = []; // the corners in force
/** @type {Lesson | null} */
let lesson = null; // what is being learned
let errands = 0; // begun and ended
let underWay = 0;
let asked = 0; // how many errands there were when the last answer was asked for

const lessons = teaching(send, () => {
  tapped.value = null;
  showDock();
});

follow("camera");
poll(lookNow, PAUSE, (/** @type {CameraNow} */ answer) => (asked === errands && !underWay ? show(answer) : null));

// An answer from before a tap, or from while it was carried out, tells how things were.
function lookNow() {
  asked = errands;
  return "/api/host/camera";
}

/** @param {CameraNow} told */
async function show({ now, history }) {
  last = history;
  place = now.place;
  showDoing(now);
  showCounted(now);
  const hints = now.hints.filter((hint) => hint.text !== now.words?.text);
  showHints(place.length ? [{ fine: true, text: words.between }] : hints);
  $("settle").hidden = !now.settles;
  $("relearn").hidden = !now.relearn || lessons.underWay;
  showPlace();
  showDoubts(now.pieces);
  lesson = now.lesson;
  lessons.take(lesson);
  draw($("learned"), now, (seen) => lessons.learned(seen));
  draw($("corrected"), now, ({ corrected }) => (corrected ? lessons.fromCorrected(corrected) : null));
  showDock();
  showHistory();
  // Whoever taps corners needs a picture that stands still.
  if (!tapped.value) await newPicture("/api/host/camera/picture.jpg");
}

/** @param {Seeing} now */
function showDoing(now) {
  setText($("doing"), now.words?.text ?? words.waiting);
  // What is wrong with the camera is said above the picture already.
  $("doing").hidden = now.words?.text === $("health").textContent.trim();
  const waits = now.words?.fine ? "settling" : "asking";
  $("doing").dataset.doing = now.kind === "counted" ? "armed" : waits;
}

/** @param {Seeing} now */
function showCounted({ boulders, pieces, sure, confidence }) {
  const cell = (/** @type {string} */ name) => within($("counted"), `[data-colour=${name}]`);
  for (const colour of COLOURS) setText(cell(colour), boulders ? String(boulders[colour] ?? 0) : "–");
  setText(cell("total"), boulders ? String(pieces.length) : "–");
  const line = $("sureness");
  line.hidden = !boulders;
  line.classList.toggle("failing", !sure);
  draw(line, { fine: sure, text: `${sure ? words.sure : words.unsure} · ${asPercent(confidence)}` }, toldHealth);
}

/** @param {Health[]} hints */
function showHints(hints) {
  draw($("hints"), hints, (all) => all.map(hintRow));
}

/**
 * Outlines are drawn into the picture; here is how much each doubtful one is to be trusted.
 * @param {SeenPiece[]} pieces
 */
function showDoubts(pieces) {
  draw($("doubts", SVGElement), pieces, (all) =>
    all
      .filter((piece) => piece.confidence < DOUBTFUL)
      .map(({ x, y, confidence }) => s("text", { x: x * 1280, y: y * 720 - 22 }, asPercent(confidence))),
  );
}

function showDock() {
  $("dock").hidden = !tapped.value && !lessons.underWay;
  draw($("dock"), { lesson }, (seen) => (tapped.value ? pointing(tapped.value) : lessons.dock(seen.lesson)));
}

// ---- the landing place, with or without a mat

function showPlace() {
  draw($("corners", SVGElement), tapped.value ?? place, outline);
  draw($("place"), place.length > 0, (laidOut) => [
    laidOut ? tap(words.use_mat, "wide", () => send("use-mat", {}), { data: { do: "use-mat" } }) : null,
    button(words.no_mat_at_hand, "wide", () => tapping([]), { data: { do: "corners" } }),
  ]);
}

/** @param {Point[] | null} corners */
function tapping(corners) {
  tapped.value = corners;
  showPlace();
  showDock();
  if (corners?.length === 0) $("picture").scrollIntoView({ block: "center" });
}

/** @param {Point[]} corners */
function pointing(corners) {
  const enough = corners.length === CORNERS;
  const ask = enough ? words.tapped : fill(words.tap_corner, { number: corners.length + 1 });
  const store = () => send("lay-out", { corners });
  return [
    h("p", { class: "ask" }, ask),
    pair(
      button(words.stop, "", () => tapping(null), { data: { do: "stop" } }),
      corners.length ? button(words.again, "", () => tapping([]), { data: { do: "again" } }) : null,
    ),
    enough ? tap(words.store, "primary wide", store, { data: { do: "lay-out" } }) : null,
  ];
}

$("keep-corrected").addEventListener("change", switchKeeping);

async function switchKeeping() {
  const box = $("keep-corrected", HTMLInputElement);
  const answer = await send("keep-corrected", { on: box.checked });
  showLine($("keep-refusal"), answer.ok ? null : answer.text);
  if (!answer.ok) box.checked = !box.checked;
}

$("relearn").addEventListener("click", () => lessons.all());
$("settle").addEventListener("click", () => press($("settle"), () => send("settle", {})));

/** @type {(what: string, body: object) => Promise<Answer>} */
async function send(what, body) {
  errands += 1;
  underWay += 1;
  const answer = /** @type {AnswerWith<CameraNow>} */ (await post(`/api/host/camera/${what}`, body));
  underWay -= 1;
  errands += 1;
  if (answer.ok) {
    tapped.value = null;
    show(answer);
  }
  return answer;
}

within(document, ".seen").addEventListener("click", (event) => {
  const corners = tapped.value;
  if (!corners || corners.length === CORNERS) return;
  const frame = within(document, ".seen").getBoundingClientRect();
  const share = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ size) =>
    Number(Math.min(1, Math.max(0, (at - start) / size)).toFixed(4));
  tapping([...corners, [share(event.clientX, frame.left, frame.width), share(event.clientY, frame.top, frame.height)]]);
});

/** @param {Point[]} corners */
const outline = (corners) => [
  s("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") }),
  corners.map(([x, y]) => s("ellipse", { cx: x, cy: y, rx: 0.014, ry: 0.025 })),
];

// ---- the last counts

/** @typedef {Omit<Counted, "seconds_ago" | "confidence"> & { when: string, confidence: string }} CountLine */

function showHistory() {
  const lines = last.map(({ seconds_ago, confidence, ...count }) => ({
    ...count,
    when: asAgo(seconds_ago),
    confidence: asPercent(confidence),
  }));
  draw($("history"), lines, (all) => (all.length ? all.map(historyRow) : h("li", { class: "none" }, words.no_counts)));
}

/** @param {CountLine} count */
function historyRow(count) {
  const { number, sure } = count;
  const open = number === opened.value;
  const toggle = () => {
    opened.value = open ? null : number;
    showHistory();
  };
  const said = `${count.when} · ${sure ? words.sure : words.unsure}, ${count.confidence}`;
  const line = [
    h("span", { class: "grow" }, tallies(count.boulders), h("small", {}, said)),
    icon(sure ? "tick" : "warn", `icon ${sure ? "faint" : "doubt"}`),
  ];
  return foldable(open, { class: "count", data: { count: number } }, toggle, line, () => [
    became(count),
    h("img", { class: "sight large", src: `/api/host/camera/${number}.jpg`, alt: words.picture }),
  ]);
}

/** What came of a count, if anything. @param {CountLine} count */
function became({ played, asked }) {
  if (played)
    return h("p", { class: "line" }, icon("hammer"), h("span", { class: "grow" }, words.played), tallies(played));
  return asked ? h("p", { class: "line" }, icon("warn"), h("span", { class: "grow" }, asked)) : null;
}
