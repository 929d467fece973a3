// The hit sensor's page: its signal as it runs, its threshold, the guided calibration, the last hits to look at again.

import { $, draw, h, icon, setText, showLine, words } from "../dom.js";
import { post } from "../link.js";
import { tap } from "../asking.js";
import { asAgo, asPercent, fill, follow, poll } from "./common.js";

const PAUSE = 125; // eight looks a second: smooth enough for the eye, cheap enough for the Pi
const SECONDS = 6;
const QUIET = -60; // decibels below full scale: the lower edge of the drawing
const STEPS = ["hits", "bumps", "set_down"];

let levels = [];
let heard = 0;
let now = null;
let opened = null; // the number of the kept hit that is looked at
let replayed = null;
let remark = null; // what the dock says when no calibration runs: {text, good}

const decibels = (level) => (level > 0 ? Math.max(QUIET, 20 * Math.log10(level)) : QUIET);
const high = (level) => 1 - decibels(level) / QUIET;
const share = (db) => (db <= QUIET ? 0 : 10 ** (db / 20));

follow("hits");
if ($("waveform")) {
  poll(() => `/api/host/hits?since=${heard}`, PAUSE, take);
  tuning();
}

function take(fresh) {
  const before = now;
  // A companion that started anew counts from nothing.
  levels = (fresh.heard < heard ? [] : levels).concat(fresh.levels).slice(-Math.round(SECONDS / fresh.step));
  heard = fresh.heard;
  now = fresh;
  if (before?.calibrating && !fresh.calibrating && !remark) remark = { text: words.stopped };
  if (fresh.calibrating) remark = null;
  drawSignal();
  showTuning();
  showKept();
  showDock();
}

// ---- the signal

function drawSignal() {
  const canvas = $("waveform");
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const paint = canvas.getContext("2d");
  const ink = getComputedStyle(canvas);
  paint.setTransform(ratio, 0, 0, ratio, 0, 0);
  paint.clearRect(0, 0, width, height);
  paint.fillStyle = ink.color;
  const room = SECONDS / now.step;
  const bar = width / room;
  levels.forEach((level, index) => {
    const tall = high(level) * height;
    paint.fillRect((room - levels.length + index) * bar, height - tall, Math.max(bar, 1), tall);
  });
  const line = threshold();
  setText($("line-name"), line ? `${words.threshold}: ${asPercent(line)}` : "");
  if (!line) return;
  const y = height - high(line) * height;
  paint.strokeStyle = ink.borderTopColor;
  paint.lineWidth = 2;
  paint.setLineDash([7, 5]);
  paint.beginPath();
  paint.moveTo(0, y);
  paint.lineTo(width, y);
  paint.stroke();
}

const threshold = () => (now.calibrating ? (now.calibrating.proposal?.threshold ?? 0) : dragging ? share(Number($("threshold").value)) : now.threshold);

// ---- threshold and gap

let dragging = false;

function tuning() {
  const say = () => {
    dragging = true;
    saySliders();
  };
  const store = async () => {
    const sent = { threshold: Number(share(Number($("threshold").value)).toFixed(4)), gap: Number($("gap").value) / 1000 };
    const answer = await post("/api/host/hits/tune", sent);
    showLine($("tuning").querySelector(".refusal"), answer.ok ? null : answer.text);
    if (answer.ok) Object.assign(now, sent);
    dragging = false;
    replayed = null;
    if (opened !== null) look(opened);
    showTuning();
  };
  for (const slider of [$("threshold"), $("gap")]) {
    slider.addEventListener("input", say);
    slider.addEventListener("change", store);
  }
  $("tuning").addEventListener("submit", (event) => event.preventDefault());
}

function showTuning() {
  if (dragging) return;
  $("threshold").value = decibels(now.threshold);
  $("gap").value = Math.round(now.gap * 1000);
  saySliders();
}

function saySliders() {
  const level = share(Number($("threshold").value));
  setText($("threshold-said"), level ? asPercent(level) : words.no_threshold);
  setText($("gap-said"), `${$("gap").value} ms`);
}

// ---- the last hits

function showKept() {
  const kept = now.kept.map((hit) => [hit.number, asAgo(hit.seconds_ago), hit.strength]);
  draw($("kept"), [kept, opened, replayed], () => (kept.length ? kept.map(keptRow) : [h("li", { class: "none" }, words.no_hits)]));
}

function keptRow([number, when, strength]) {
  const open = number === opened;
  const bar = h("span", { class: "strength" }, h("i"));
  bar.firstChild.style.width = `${100 * high(strength)}%`;
  return h(
    "li",
    { class: `move${open ? " open" : ""}`, data: { hit: number } },
    h(
      "button",
      { class: "line", type: "button", "aria-expanded": String(open), onclick: () => look(open ? null : number) },
      bar,
      h("b", { class: "figure" }, asPercent(strength)),
      h("small", { class: "grow" }, when),
      icon("chevron", "icon faint turn"),
    ),
    open && replayed ? h("div", { class: "details" }, burst(), verdict(), download(number)) : null,
  );
}

async function look(number) {
  opened = number;
  replayed = null;
  if (number !== null) {
    const answer = await fetch(`/api/host/hits/${number}`).catch(() => null);
    if (opened === number) replayed = answer?.ok ? await answer.json() : null;
  }
  if (now) showKept();
}

function burst() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "burst");
  svg.setAttribute("viewBox", "0 -1 1 2");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  const loudest = Math.max(...replayed.samples.map(Math.abs), 0.001);
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  line.setAttribute("points", replayed.samples.map((sample, index) => `${(index / replayed.samples.length).toFixed(4)},${(-sample / loudest).toFixed(3)}`).join(" "));
  svg.append(line);
  return svg;
}

function verdict() {
  const count = replayed.heard.length;
  const text = count === 1 ? words.heard_once : count ? fill(words.heard_often, { count }) : words.heard_never;
  return h("p", { class: "verdict", data: { heard: count } }, icon(count === 1 ? "tick" : "warn"), text);
}

const download = (number) => h("a", { class: "button", href: `/api/host/hits/${number}.wav`, download: "" }, words.download);

// ---- the calibration

const ask = (what, said = null) => async () => {
  const answer = await post(`/api/host/hits/${what}`, {});
  if (answer.ok) remark = said;
  return answer;
};

function showDock() {
  const run = now.calibrating;
  // Only what the eye can tell apart: the loudest moment in whole percent.
  const gist = run && [run.step, run.hits.length, asPercent(loudest(run)), run.proposal];
  draw($("dock"), [gist, remark], () => (run ? (run.step === "done" ? proposal(run.proposal) : step(run)) : idle()));
}

const loudest = (run) => Math.round(100 * (run.step === "set_down" ? run.set_down : Math.max(0, ...run.bumps))) / 100;

function idle() {
  return [
    h("p", { class: `ask status${remark?.good ? " good" : ""}`, role: "status" }, remark?.text ?? words.calibrate_why),
    tap(words.calibrate, "primary wide", ask("calibrate"), { data: { do: "calibrate" } }),
  ];
}

function step(run) {
  const number = STEPS.indexOf(run.step) + 1;
  return [
    h("div", { class: "head" }, h("small", {}, fill(words.step_of, { step: number })), h("span", { class: "dots" }, STEPS.map((_, index) => h("i", { class: index < number ? "on" : "" })))),
    h("p", { class: "ask", data: { step: run.step } }, words[`ask_${run.step}`]),
    run.step === "hits" ? fiveHits(run.hits) : h("p", { class: "label" }, fill(words.loudest, { level: asPercent(loudest(run)) })),
    h(
      "div",
      { class: "pair" },
      tap(words.stop, "", ask("cancel"), { data: { do: "cancel" } }),
      tap(words.done, run.step === "hits" ? "" : "primary", ask("done"), { data: { do: "done" } }),
    ),
  ];
}

const fiveHits = (hits) =>
  h(
    "div",
    { class: "strokes" },
    Array.from({ length: 5 }, (_, index) =>
      h("span", { class: "stroke" }, h("span", { class: index < hits.length ? "" : "dot" }, index < hits.length ? asPercent(Math.round(100 * hits[index]) / 100) : "")),
    ),
  );

function proposal(found) {
  return [
    h("p", { class: `ask verdict ${found.verdict.fine ? "fine" : "failing"}` }, icon(found.verdict.fine ? "tick" : "warn"), found.verdict.text),
    margin(found),
    h(
      "div",
      { class: "pair" },
      tap(words.stop, "", ask("cancel"), { data: { do: "cancel" } }),
      tap(words.again, found.verdict.fine ? "" : "primary", ask("again"), { data: { do: "again" } }),
    ),
    tap(words.store, found.verdict.fine ? "primary wide" : "wide", ask("accept", { text: words.stored, good: true }), { data: { do: "accept" } }),
  ];
}

// From quiet to full scale: how far the hardest bump reaches, where the hits begin, and the line between them.
function margin(found) {
  const scale = h("div", { class: "margin" }, h("i", { class: "bumps" }), h("i", { class: "hits" }), h("i", { class: "bar-line" }));
  scale.children[0].style.width = `${100 * high(found.hardest_bump)}%`;
  scale.children[1].style.left = `${100 * high(found.softest_hit)}%`;
  scale.children[2].style.left = `${100 * high(found.threshold)}%`;
  const line = (kind, text, level) => h("li", { class: kind }, h("span", {}, text), h("b", { class: "figure" }, asPercent(level)));
  return h(
    "div",
    {},
    scale,
    h("ul", { class: "legend" }, line("bumps", words.hardest_bump, found.hardest_bump), line("bar-line", words.threshold, found.threshold), line("hits", words.softest_hit, found.softest_hit)),
  );
}
