// The camera's page: what it sees and recognises now, and the last counts with their pictures.

import { $, COLOURS, draw, h, icon, setText, shape, words } from "../dom.js";
import { post } from "../link.js";
import { press, tap } from "../asking.js";
import { asAgo, asPercent, fill, follow, poll } from "./common.js";

const PAUSE = 400;
const DOUBTFUL = 0.9;

let opened = null; // the number of the count whose picture is looked at
let last = [];
let place = []; // the corners in force
let tapped = null; // the corners tapped so far; null: nobody is tapping
let errands = 0; // begun and ended
let underWay = 0;
let asked = 0; // how many errands there were when the last answer was asked for

follow("camera");
poll(lookNow, PAUSE, (answer) => (asked === errands && !underWay ? show(answer) : null));

// An answer from before a tap, or from while it was carried out, tells how things were.
function lookNow() {
  asked = errands;
  return "/api/host/camera";
}

async function show({ now, history }) {
  last = history;
  place = now.place;
  setText($("doing"), now.words?.text ?? words.waiting);
  // What is wrong with the camera is said above the picture already.
  $("doing").hidden = now.words?.text === $("health").textContent.trim();
  $("doing").dataset.doing = now.kind === "counted" ? "armed" : now.words?.fine ? "settling" : "asking";
  for (const colour of COLOURS) setText($("counted").querySelector(`[data-colour=${colour}]`), now.boulders ? String(now.boulders[colour] ?? 0) : "–");
  setText($("counted").querySelector("[data-colour=total]"), now.boulders ? String(now.pieces.length) : "–");
  $("sureness").hidden = !now.boulders;
  fact($("sureness"), now.sure, `${now.sure ? words.sure : words.unsure} · ${asPercent(now.confidence)}`);
  showHints(place.length ? [{ fine: true, text: words.between }] : now.hints.filter((hint) => hint.text !== now.words?.text));
  $("settle").hidden = !now.settles;
  $("relearn").hidden = !now.relearn || preparing !== undefined;
  showPlace();
  showDoubts(now.pieces);
  showLearned(now);
  lesson = now.lesson;
  if (lesson) preparing = lesson.colour;
  showDock();
  showHistory();
  // Whoever taps corners needs a picture that stands still.
  if (!tapped) await newPicture();
}

function fact(line, fine, text) {
  line.classList.toggle("failing", !fine);
  draw(line, [fine, text], () => [icon(fine ? "tick" : "warn"), h("span", { class: "grow" }, text)]);
}

function showHints(hints) {
  draw($("hints"), hints, () => hints.map((hint) => h("li", { class: `row health ${hint.fine ? "fine" : "failing"}` }, icon(hint.fine ? "tick" : "warn"), h("span", { class: "grow" }, hint.text))));
}

// Outlines are drawn into the picture; here is how much each doubtful one is to be trusted.
function showDoubts(pieces) {
  draw($("doubts"), pieces, () =>
    pieces
      .filter((piece) => piece.confidence < DOUBTFUL)
      .map((piece) => {
        const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
        text.setAttribute("x", piece.x * 1280);
        text.setAttribute("y", piece.y * 720 - 22);
        text.textContent = asPercent(piece.confidence);
        return text;
      }),
  );
}

function showLearned({ learned, warning }) {
  draw($("learned"), [learned, warning], () => [
    warning ? h("p", { class: "verdict failing" }, icon("warn"), warning.text) : null,
    ...Object.entries(learned.colours).map(([colour, samples]) =>
      h(
        "div",
        { class: "line" },
        shape(colour),
        h("span", { class: "grow" }, words[colour]),
        samples.map(swatch),
        h("button", { class: "button small", type: "button", data: { learn: colour }, onclick: () => prepare(colour) }, words.learn),
      ),
    ),
    h("p", { class: "label" }, fill(words.size, { size: learned.size_mm }), " · ", learned.own ? words.own : words.shipped),
    h("button", { class: "button", type: "button", data: { learn: "all" }, onclick: () => prepare(null) }, words.learn_all),
    learned.own ? h("img", { class: "sight large", src: `/api/host/camera/lesson.jpg?${Date.now()}`, alt: words.learned_from }) : null,
    learned.own ? tap(words.forget, "quiet", () => send("forget", {}), { data: { do: "forget" } }) : null,
  ]);
}

// ---- lessons: lay boulders out, look, confirm

let preparing; // the colour to be laid out, null for all of them; undefined when nobody teaches
let lesson = null;
let course = []; // the colours to be taught after this one

function prepare(colour) {
  preparing = colour;
  tapped = null;
  showDock();
}

function showDock() {
  const idle = !tapped && !lesson && preparing === undefined;
  $("dock").hidden = idle;
  draw($("dock"), [tapped, lesson, preparing === undefined ? "" : preparing], () => (idle ? [] : tapped ? pointing() : lesson ? taught() : lay(preparing)));
}

const ask = (text, colour) => h("p", { class: "ask line" }, colour ? shape(colour) : null, h("span", { class: "grow" }, text));
const learn = (colour, label, kind = "primary") => tap(label, kind, () => send("learn", { colour }), { data: { do: "learn" } });
const drop = () =>
  tap(words.stop, "", () => {
    course = [];
    preparing = undefined;
    return send("drop", {});
  }, { data: { do: "drop" } });

const lay = (colour) => [ask(colour ? words.lay_one : words.lay_all, colour), h("div", { class: "pair" }, drop(), learn(colour, words.learn))];

function taught() {
  if (lesson.words) return [ask(lesson.words.text, lesson.colour), h("div", { class: "pair" }, drop(), learn(lesson.colour, words.again))];
  if (!lesson.learned) return [ask(words.looking, lesson.colour)];
  const samples = lesson.colour ? lesson.learned.colours[lesson.colour] : Object.values(lesson.learned.colours).flat();
  const keep = () => {
    preparing = course.shift();
    return send("keep", {});
  };
  return [
    h("img", { class: "sight large", src: `/api/host/camera/lesson.jpg?${Date.now()}`, alt: words.picture }),
    ask(words.confirm_lesson, lesson.colour),
    h("div", { class: "line spread" }, h("span", { class: "tallies-line" }, numbers(lesson.boulders)), h("span", { class: "swatches" }, samples.map(swatch))),
    h("div", { class: "pair" }, drop(), learn(lesson.colour, words.again, "")),
    tap(words.store, "primary wide", keep, { data: { do: "keep" } }),
  ];
}

function swatch(sample) {
  const patch = h("i", { class: "swatch", title: sample });
  patch.style.background = sample;
  return patch;
}

// ---- the landing place, with or without a mat

function showPlace() {
  draw($("corners"), tapped ?? place, () => outline(tapped ?? place));
  draw($("place"), place.length, () => [
    place.length ? tap(words.use_mat, "wide", () => send("use-mat", {}), { data: { do: "use-mat" } }) : null,
    h("button", { class: "button wide", type: "button", data: { do: "corners" }, onclick: () => tapping([]) }, words.no_mat_at_hand),
  ]);
}

function tapping(corners) {
  tapped = corners;
  showPlace();
  showDock();
  if (corners?.length === 0) $("picture").scrollIntoView({ block: "center" });
}

function pointing() {
  const button = (label, corners, name) => h("button", { class: "button", type: "button", data: { do: name }, onclick: () => tapping(corners) }, label);
  const enough = tapped.length === 4;
  return [
    h("p", { class: "ask" }, enough ? words.tapped : fill(words.tap_corner, { number: tapped.length + 1 })),
    h("div", { class: "pair" }, button(words.stop, null, "stop"), tapped.length ? button(words.again, [], "again") : null),
    enough ? tap(words.store, "primary wide", () => send("lay-out", { corners: tapped }), { data: { do: "lay-out" } }) : null,
  ];
}

$("relearn").addEventListener("click", () => {
  course = [...COLOURS];
  prepare(course.shift());
});
$("settle").addEventListener("click", () => press($("settle"), () => send("settle", {})));

async function send(what, body) {
  errands += 1;
  underWay += 1;
  const answer = await post(`/api/host/camera/${what}`, body);
  underWay -= 1;
  errands += 1;
  if (answer.ok) {
    tapped = null;
    show(answer);
  }
  return answer;
}

document.querySelector(".seen").addEventListener("click", (event) => {
  if (!tapped || tapped.length === 4) return;
  const frame = event.currentTarget.getBoundingClientRect();
  const share = (at, start, size) => Number(Math.min(1, Math.max(0, (at - start) / size)).toFixed(4));
  tapping([...tapped, [share(event.clientX, frame.left, frame.width), share(event.clientY, frame.top, frame.height)]]);
});

function outline(corners) {
  const mark = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const field = mark("polygon", { points: corners.map((corner) => corner.join(",")).join(" ") });
  return [field, ...corners.map(([x, y]) => mark("ellipse", { cx: x, cy: y, rx: 0.014, ry: 0.025 }))];
}

// ---- the last counts

function showHistory() {
  const lines = last.map((count) => [count.number, count.boulders, asAgo(count.seconds_ago), count.sure, asPercent(count.confidence), count.played, count.asked]);
  draw($("history"), [lines, opened], () => (lines.length ? lines.map(historyRow) : [h("li", { class: "none" }, words.no_counts)]));
}

const numbers = (boulders) => COLOURS.map((colour) => h("span", { class: "tally" }, shape(colour, words[colour]), h("b", { class: "figure" }, String(boulders[colour] ?? 0))));

function historyRow([number, boulders, when, sure, confidence, played, asked]) {
  const open = number === opened;
  const toggle = () => {
    opened = open ? null : number;
    showHistory();
  };
  const became = played ? words.played : asked;
  return h(
    "li",
    { class: `move count${open ? " open" : ""}`, data: { count: number } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: toggle },
      h("span", { class: "grow" }, h("span", { class: "tallies-line" }, numbers(boulders)), h("small", {}, `${when} · ${sure ? words.sure : words.unsure}, ${confidence}`)),
      icon(sure ? "tick" : "warn", `icon ${sure ? "faint" : "doubt"}`),
      icon("chevron", "icon faint turn"),
    ),
    open
      ? h(
          "div",
          { class: "details" },
          became ? h("p", { class: "line" }, icon(played ? "hammer" : "warn"), h("span", { class: "grow" }, became), played ? h("span", { class: "tallies-line" }, numbers(played)) : null) : null,
          h("img", { class: "sight large", src: `/api/host/camera/${number}.jpg`, alt: words.picture }),
        )
      : null,
  );
}

// ---- the live picture

function newPicture() {
  return new Promise((done) => {
    const next = new Image();
    next.onload = () => {
      // The picture itself moves in: to set its address would fetch it a second time.
      next.id = "picture";
      next.alt = $("picture").alt;
      $("picture").replaceWith(next);
      $("blind").hidden = true;
      done();
    };
    next.onerror = () => {
      $("picture").hidden = true;
      $("blind").hidden = false;
      done();
    };
    next.src = `/api/host/camera/picture.jpg?${Date.now()}`;
  });
}
