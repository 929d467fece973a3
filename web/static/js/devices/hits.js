// The hit sensor's page: its signal as it runs, its threshold, the guided calibration, the last hits to look at again.

import { post } from "../connection.js";
import { $, fill, foldable, h, pair, s, setText, showLine, within, words } from "../dom.js";
import { asAgo, asPercent, asWholePercent } from "../numbers.js";
import { poll } from "../polling.js";
import { tap } from "../prompts.js";
import { draw, remembered } from "../redraw.js";
import { look } from "../requests.js";
import { follow, sign } from "./common.js";
import { showProgram } from "./sensor-program.js";

const PAUSE = 125; // eight looks a second: smooth enough for the eye, cheap enough for the Pi
const SECONDS = 6;
const QUIET = -60; // decibels below full scale: the lower edge of the drawing
const HITS = 5; // that a calibration asks for
const STEPS = ["hits", "bumps", "set_down"];

/** @type {number[]} */
let levels = [];
let heard = 0;
/** @type {Listening} */
let now;
let dragging = false; // a finger is on a slider
const opened = remembered(/** @type {number | null} */ (null)); // the number of the kept hit that is looked at
const replayed = remembered(/** @type {Replayed | null} */ (null));
/** What the dock says when no calibration runs. */
const remark = remembered(/** @type {{ text: string, good?: boolean } | null} */ (null));

const decibels = (/** @type {number} */ level) => (level > 0 ? Math.max(QUIET, 20 * Math.log10(level)) : QUIET);
const high = (/** @type {number} */ level) => 1 - decibels(level) / QUIET;
const share = (/** @type {number} */ db) => (db <= QUIET ? 0 : 10 ** (db / 20));

follow("hits");
$("next-by-blow").addEventListener("change", switchNext);
if (document.getElementById("waveform")) {
  poll(() => `/api/host/hits?since=${heard}`, PAUSE, take);
  tuning();
}

/** @param {Listening} fresh */
function take(fresh) {
  /** @type {Listening | undefined} */
  const before = now;
  // A companion that started anew counts from nothing.
  levels = (fresh.heard < heard ? [] : levels).concat(fresh.levels).slice(-Math.round(SECONDS / fresh.step));
  heard = fresh.heard;
  now = fresh;
  if (before?.calibrating && !fresh.calibrating && !remark.value) remark.value = { text: words.stopped };
  if (fresh.calibrating) remark.value = null;
  drawSignal();
  showProgram(fresh.program);
  showTuning();
  showKept();
  showDock();
}

// ---- the signal

function drawSignal() {
  const canvas = $("waveform", HTMLCanvasElement);
  const paint = canvas.getContext("2d");
  if (!paint) return;
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const ink = getComputedStyle(canvas);
  paint.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint.clearRect(0, 0, width, height);
  paint.fillStyle = ink.color;
  const room = SECONDS / now.step;
  const bar = width / room;
  for (const [index, level] of levels.entries()) {
    const tall = high(level) * height;
    paint.fillRect((room - levels.length + index) * bar, height - tall, Math.max(bar, 1), tall);
  }
  const line = threshold();
  setText($("line-name"), line ? `${words.threshold}: ${asPercent(line)}` : "");
  if (line) drawLine(paint, width, height - high(line) * height, ink.borderTopColor);
}

/** @type {(paint: CanvasRenderingContext2D, width: number, y: number, colour: string) => void} */
function drawLine(paint, width, y, colour) {
  paint.strokeStyle = colour;
  paint.lineWidth = 2;
  paint.setLineDash([7, 5]);
  paint.beginPath();
  paint.moveTo(0, y);
  paint.lineTo(width, y);
  paint.stroke();
}

function threshold() {
  if (now.calibrating) return now.calibrating.proposal?.threshold ?? 0;
  return dragging ? share(slider("threshold")) : now.threshold;
}

// ---- threshold and gap

/** @type {(name: "threshold" | "gap") => number} */
const slider = (name) => Number($(name, HTMLInputElement).value);

function tuning() {
  for (const name of ["threshold", "gap"]) {
    $(name).addEventListener("input", () => {
      dragging = true;
      saySliders();
    });
    $(name).addEventListener("change", tune);
  }
  $("tuning").addEventListener("submit", (event) => event.preventDefault());
}

async function tune() {
  const sent = { threshold: Number(share(slider("threshold")).toFixed(4)), gap: slider("gap") / 1000 };
  const answer = await post("/api/host/hits/tune", sent);
  showLine(within($("tuning"), ".refusal"), answer.ok ? null : answer.text);
  if (answer.ok) Object.assign(now, sent);
  dragging = false;
  replayed.value = null;
  if (opened.value !== null) openKept(opened.value);
  showTuning();
}

function showTuning() {
  if (dragging) return;
  $("threshold", HTMLInputElement).value = String(decibels(now.threshold));
  showGap(Math.round(now.gap * 1000));
  saySliders();
}

/** The settings file may say less or more than the slider offers: then it reaches that far. @param {number} ms */
function showGap(ms) {
  const gap = $("gap", HTMLInputElement);
  gap.min = String(Math.min(ms, Number(gap.min)));
  gap.max = String(Math.max(ms, Number(gap.max)));
  gap.value = String(ms);
}

function saySliders() {
  const level = share(slider("threshold"));
  setText($("threshold-said"), level ? asPercent(level) : words.no_threshold);
  setText($("gap-said"), `${slider("gap")} ms`);
}

async function switchNext() {
  const box = $("next-by-blow", HTMLInputElement);
  const answer = await post("/api/host/hits/next", { on: box.checked });
  showLine(within($("outside"), ".refusal"), answer.ok ? null : answer.text);
  if (!answer.ok) box.checked = !box.checked;
}

// ---- the last hits

/** @typedef {{ number: number, when: string, strength: number }} KeptLine */

function showKept() {
  const kept = now.kept.map((hit) => ({ number: hit.number, when: asAgo(hit.seconds_ago), strength: hit.strength }));
  draw($("kept"), kept, (lines) => (lines.length ? lines.map(keptRow) : h("li", { class: "none" }, words.no_hits)));
}

/** @type {(line: KeptLine) => HTMLElement} */
function keptRow({ number, when, strength }) {
  const open = number === opened.value;
  const bar = h("i");
  bar.style.width = `${100 * high(strength)}%`;
  const line = [
    h("span", { class: "strength" }, bar),
    h("b", { class: "figure" }, asPercent(strength)),
    h("small", { class: "grow" }, when),
  ];
  const again = replayed.value;
  const details = () => (again ? [burst(again), verdict(again), download(number)] : null);
  return foldable(open, { data: { hit: number } }, () => openKept(open ? null : number), line, details);
}

/** @param {number | null} number */
async function openKept(number) {
  opened.value = number;
  replayed.value = null;
  if (number !== null) {
    const told = /** @type {Replayed | null} */ (await look(`/api/host/hits/${number}`));
    if (opened.value === number) replayed.value = told;
  }
  if (now) showKept();
}

/** @param {Replayed} hit */
function burst({ samples }) {
  const loudest = Math.max(...samples.map(Math.abs), 0.001);
  const points = samples.map(
    (sample, index) => `${(index / samples.length).toFixed(4)},${(-sample / loudest).toFixed(3)}`,
  );
  return s(
    "svg",
    { class: "burst", viewBox: "0 -1 1 2", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("polyline", { points: points.join(" ") }),
  );
}

/** @param {number} count */
function howOften(count) {
  if (count === 1) return words.heard_once;
  return count ? fill(words.heard_often, { count }) : words.heard_never;
}

/** @param {Replayed} hit */
const verdict = ({ heard: { length: count } }) =>
  h("p", { class: "verdict", data: { heard: count } }, sign(count === 1), howOften(count));

/** @param {number} number */
const download = (number) =>
  h("a", { class: "button", href: `/api/host/hits/${number}.wav`, download: "" }, words.download);

// ---- the calibration

/** @type {(what: string, said?: { text: string, good?: boolean } | null) => () => Promise<Answer>} */
const asking =
  (what, said = null) =>
  async () => {
    const answer = await post(`/api/host/hits/${what}`, {});
    if (answer.ok) remark.value = said;
    return answer;
  };

function showDock() {
  const run = now.calibrating;
  // Only what the eye can tell apart: the loudest moment in whole percent.
  draw($("dock"), run && { ...run, loudest: asWholePercent(loudest(run)) }, (seen) => {
    if (!seen) return idle();
    return seen.proposal ? proposal(seen.proposal) : step(seen);
  });
}

/** @param {Calibrating} run */
const loudest = (run) => (run.step === "set_down" ? run.set_down : Math.max(0, ...run.bumps));

const stop = () => tap(words.stop, "", asking("cancel"), { data: { do: "cancel" } });

function idle() {
  const said = remark.value;
  return [
    h("p", { class: `ask status${said?.good ? " good" : ""}`, role: "status" }, said?.text ?? words.calibrate_why),
    tap(words.calibrate, "primary wide", asking("calibrate"), { data: { do: "calibrate" } }),
  ];
}

/** @param {Calibrating & { loudest: string }} run */
function step(run) {
  const number = STEPS.indexOf(run.step) + 1;
  const hitting = run.step === "hits";
  return [
    h(
      "div",
      { class: "head" },
      h("small", {}, fill(words.step_of, { step: number })),
      h(
        "span",
        { class: "dots" },
        STEPS.map((_, index) => h("i", { class: index < number ? "on" : "" })),
      ),
    ),
    h("p", { class: "ask", data: { step: run.step } }, words[`ask_${run.step}`]),
    hitting ? strokes(run.hits) : h("p", { class: "label" }, fill(words.loudest, { level: run.loudest })),
    pair(stop(), tap(words.done, hitting ? "" : "primary", asking("done"), { data: { do: "done" } })),
  ];
}

/** @param {number[]} hits */
const strokes = (hits) =>
  h(
    "div",
    { class: "strokes" },
    Array.from({ length: HITS }, (_, index) => {
      const face = index < hits.length ? h("span", {}, asWholePercent(hits[index])) : h("span", { class: "dot" });
      return h("span", { class: "stroke" }, face);
    }),
  );

/** @param {Proposal} found */
function proposal(found) {
  const { fine, text } = found.verdict;
  const store = asking("accept", { text: words.stored, good: true });
  return [
    h("p", { class: `ask verdict ${fine ? "fine" : "failing"}` }, sign(fine), text),
    margin(found),
    pair(stop(), tap(words.again, fine ? "" : "primary", asking("again"), { data: { do: "again" } })),
    tap(words.store, fine ? "primary wide" : "wide", store, { data: { do: "accept" } }),
  ];
}

/**
 * From quiet to full scale: how far the hardest bump reaches, where the hits begin, and the line between them.
 * @param {Proposal} found
 */
function margin(found) {
  const [bumps, hits, between] = ["bumps", "hits", "bar-line"].map((kind) => h("i", { class: kind }));
  bumps.style.width = `${100 * high(found.hardest_bump)}%`;
  hits.style.left = `${100 * high(found.softest_hit)}%`;
  between.style.left = `${100 * high(found.threshold)}%`;
  const line = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {number} */ level) =>
    h("li", { class: kind }, h("span", {}, text), h("b", { class: "figure" }, asPercent(level)));
  return h(
    "div",
    {},
    h("div", { class: "margin" }, bumps, hits, between),
    h(
      "ul",
      { class: "legend" },
      line("bumps", words.hardest_bump, found.hardest_bump),
      line("bar-line", words.threshold, found.threshold),
      line("hits", words.softest_hit, found.softest_hit),
    ),
  );
}
