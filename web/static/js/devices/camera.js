// The camera's page: what it sees and recognises now, and the last counts with their pictures.

import { $, COLOURS, draw, h, icon, setText, shape, words } from "../dom.js";
import { asAgo, asPercent, fill, follow, poll } from "./common.js";

const PAUSE = 400;
const DOUBTFUL = 0.9;

let opened = null; // the number of the count whose picture is looked at
let last = [];

follow("camera");
poll(() => "/api/host/camera", PAUSE, show);

async function show({ now, history }) {
  last = history;
  setText($("doing"), now.words?.text ?? words.waiting);
  $("doing").dataset.doing = now.kind === "counted" ? "armed" : now.words?.fine ? "settling" : "asking";
  for (const colour of COLOURS) setText($("counted").querySelector(`[data-colour=${colour}]`), now.boulders ? String(now.boulders[colour] ?? 0) : "–");
  setText($("counted").querySelector("[data-colour=total]"), now.boulders ? String(now.pieces.length) : "–");
  $("sureness").hidden = !now.boulders;
  fact($("sureness"), now.sure, `${now.sure ? words.sure : words.unsure} · ${asPercent(now.confidence)}`);
  fact($("mat"), now.mat !== false, now.mat === null ? words.mat_unknown : now.mat ? words.mat : words.no_mat);
  showDoubts(now.pieces);
  showLearned(now.learned);
  showHistory();
  await newPicture();
}

function fact(line, fine, text) {
  line.classList.toggle("failing", !fine);
  draw(line, [fine, text], () => [icon(fine ? "tick" : "warn"), h("span", { class: "grow" }, text)]);
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

function showLearned(learned) {
  draw($("learned"), learned, () => [
    ...Object.entries(learned.colours).map(([colour, samples]) =>
      h("div", { class: "line" }, shape(colour), h("span", { class: "grow" }, words[colour] ?? colour), samples.map(swatch)),
    ),
    h("p", { class: "label" }, fill(words.size, { size: learned.size_mm }), " · ", learned.own ? words.own : words.shipped),
  ]);
}

function swatch(sample) {
  const patch = h("i", { class: "swatch", title: sample });
  patch.style.background = sample;
  return patch;
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
