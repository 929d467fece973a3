// A player's page: the hammering above, what is asked of you below, everything else one tap away.

import { $, announce, draw, h, icon, setText, showLine, token, words } from "./dom.js";
import { act, current, listen, post } from "./link.js";
import { hammeringBoard } from "./hammering.js";
import { showPanels } from "./panels.js";
import { choiceButtons, formFields, refuse, tap } from "./asking.js";
import { steppers, sum } from "./steppers.js";

let open = null; // what the dock shows instead of the prompts: {fix: number}, {form: do}, {why: true} or {camera: true}
const drafts = new Map();

const board = hammeringBoard($("hammering"), (number) => {
  open = { fix: number };
  showDock(current());
});

const play = (move) => act("/api/play", { seat: current().seat, move }).then(closed);

// A game's own drawings are fetched when such a game is on the table: the others do not wait for them.
const NONE = { show: () => false, answers: () => null, forget() {}, picked: () => null };
let own = NONE;
let fetching = null;

function fetchOwn() {
  fetching ??= import("./trollfjord/page.js").then(
    ({ trollfjord }) => {
      const answer = (move) => play(move).then((said) => said.ok || refuse($("dock"), said.text));
      own = trollfjord(answer, () => show(current(), current()));
      show(current(), current());
    },
    () => setTimeout(() => ((fetching = null), show(current(), current())), 1_000),
  );
}

function closed(answer) {
  if (answer.ok) {
    open = null;
    drafts.clear();
    own.forget();
    showDock(current());
  }
  return answer;
}

function show(view, before) {
  if (!view.game || view.seat === null) return location.replace("/?choose");
  if (view.scene && own === NONE) return fetchOwn();
  showMe(view);
  setText($("headline"), view.headline);
  board(view.hammering, view.seats);
  showLine($("status"), view.status.question || live(view) ? null : view.status.text);
  $("status").dataset.doing = view.status.doing;
  if (!own.show(view, before)) showPanels($("panels"), view);
  showDock(view);
  document.body.dataset.version = view.version;
  tell(view, before);
}

function showMe(view) {
  const me = view.seats[view.seat];
  const score = view.scene && view.standings.find((standing) => standing.seat === view.seat).score;
  draw($("me"), [me, score], () => [
    token(me),
    h("b", { class: "name" }, me.name),
    score === undefined ? null : h("span", { class: "mine" }, h("span", { class: "unseen" }, `${words.score}: `), h("b", { class: "figure" }, String(score))),
  ]);
}

function tell(view, before) {
  announce([view.headline, view.hammering?.event, view.status.text].filter(Boolean).join(". "));
  const turn = (each) => Boolean(each?.seats?.[each.seat]?.acting);
  if (before && turn(view) && !turn(before)) navigator.vibrate?.(60);
}

// Who may enter hits reads what the rig is doing in the dock itself, in place of "Hit the tower".
const live = (view) => Boolean(view.hammering && !view.hammering.ending && hitForm(view) && view.status.text);

const hitForm = (view) => view.prompts.flatMap((prompt) => prompt.forms).find((form) => form.do === "hit");

function showDock(view) {
  const hits = view.hammering?.hits ?? [];
  if (open?.fix && !hits.some((hit) => hit.number === open.fix)) open = null;
  if (open?.form && !view.prompts.some((prompt) => prompt.forms.some((form) => form.do === open.form))) open = null;
  if (open?.why && !view.why.length) open = null;
  if (open?.camera && !view.hammering) open = null;
  const question = !open && hitForm(view) ? view.status.question : null;
  const dock = $("dock");
  // While a hit is being fixed its own steppers are the truth; drawing them again would lose a tap.
  const key = open?.fix || open?.camera ? [open] : [open, question, view.prompts, view.seats, view.undo, view.ended, hits.length, view.waiting, view.why, view.draws, own.picked(), live(view) && view.status];
  if (!draw(dock, key, () => content(view, question, hits))) return;
  dock.scrollTop = 0;
}

function content(view, question, hits) {
  if (view.ended) return [h("p", { class: "ask" }, words.ended), h("a", { class: "button primary", href: "/" }, words.join)];
  if (open?.why) return [h("p", { class: "ask" }, words.why), h("ul", { class: "reasons" }, view.why.map((why) => h("li", {}, why))), back()];
  if (open?.camera) return [camera(), back()];
  if (open?.fix) return fixing(hits.find((hit) => hit.number === open.fix));
  if (open?.form) return filling(view, open.form);
  if (question) return asked(view, question);
  return prompts(view, hits);
}

function prompts(view, hits) {
  if (view.scene?.ending) return [head(words.ended, { undo: view.undo })];
  if (!view.prompts.length) return [head(view.waiting, view)];
  const parts = live(view) ? [head(view.status.text, view, view.status.doing)] : [];
  const small = [];
  view.prompts.forEach((prompt, index) => {
    if (!live(view)) parts.push(head(prompt.text, index ? {} : view));
    parts.push(own.answers(prompt, view, play, () => show(current(), current())) ?? choiceButtons(prompt.choices, view.seats, play));
    for (const form of prompt.forms) {
      const draft = draftOf(form.do);
      if (!prompt.choices.length && prompt.forms.length === 1 && form.do !== "hit") parts.push(formFields(form, draft, play));
      else small.push(opener(form));
    }
  });
  if (view.draws) parts.push(tap(words.draw, "", () => act("/api/draw", { seat: current().seat }).then(closed), { data: { do: "draw-for-me" } }));
  if (hits.length) small.push(fixer(hits.at(-1).number, view.hammering.ending ? "quiet" : ""));
  const last = parts.at(-1);
  // One answer and one way to put things right fit into one row; that leaves more room for the result.
  if (small.length === 1 && last?.matches(".choices") && last.children.length === 1)
    parts.splice(-1, 1, h("div", { class: "pair" }, small, last.firstChild));
  else if (small.length) parts.push(h("div", { class: "pair" }, small));
  if (live(view)) parts.at(-1).append(opening("camera", words.camera));
  return parts;
}

// One tap away, and no wider than a thumb.
const opening = (name, label) =>
  h("button", { class: "button only-icon", type: "button", "aria-label": label, data: { open: name }, onclick: () => ((open = { [name]: true }), showDock(current())) }, icon(name));

function head(text, view, doing = null) {
  const undo = view.undo
    ? tap([icon("undo"), h("span", { class: "undo-label" }, words.undo)], "quiet", () => act("/api/undo", { seat: current().seat }).then(closed), { data: { do: "undo" }, "aria-label": words.undo })
    : null;
  const why = view.why?.length ? opening("why", words.why) : null;
  return h("div", { class: "head" }, h("p", { class: doing ? "ask status" : "ask", data: { doing: doing ?? "" } }, text), undo, why);
}

const opener = (form) =>
  h("button", { class: "button", type: "button", data: { open: form.do }, onclick: () => ((open = { form: form.do }), showDock(current())) }, form.text);

// After the end it is no answer to what is asked, and does not look like one.
const fixer = (number, kind) =>
  h("button", { class: `button ${kind}`, type: "button", data: { open: "fix" }, onclick: () => ((open = { fix: number }), showDock(current())) }, words.fix_last);

function draftOf(name) {
  if (!drafts.has(name)) drafts.set(name, {});
  return drafts.get(name);
}

const back = (label = words.back) =>
  h("button", { class: "button", type: "button", data: { open: "back" }, onclick: () => ((open = null), showDock(current())) }, label);

function filling(view, name) {
  const form = view.prompts.flatMap((prompt) => prompt.forms).find((each) => each.do === name);
  return [h("p", { class: "ask" }, form.text), formFields(form, draftOf(name), play), back()];
}

// The first tap opened this; from here each tap is played at once.
function fixing(hit) {
  const place = steppers({ ...hit.boulders }, hit.most, (values) => apply(hit.number, { ...values }, place));
  return [h("p", { class: "ask" }, words.fix), place, back(words.done)];
}

let wanted = null;
let sending = false;

async function apply(number, boulders, place) {
  wanted = boulders;
  if (sending) return;
  sending = true;
  while (wanted) {
    const next = wanted;
    wanted = null;
    let answer = await act("/api/fix", { number, move: { do: "hit", boulders: next } });
    if (answer.code === "stale") answer = await act("/api/fix", { number, move: { do: "hit", boulders: next } });
    if (answer.ok) continue;
    wanted = null;
    refuse(place, answer.text);
  }
  sending = false;
}

function asked(view, question) {
  const name = `question ${JSON.stringify(question)}`;
  if (!drafts.has(name)) {
    for (const key of drafts.keys()) if (key.startsWith("question ")) drafts.delete(key);
    drafts.set(name, { ...question.guess });
  }
  const boulders = drafts.get(name);
  const label = h("span");
  const count = () => setText(label, `${words.confirm} · ${sum(boulders)}`);
  count();
  return [
    question.picture === null ? null : picture(question.picture),
    h("p", { class: "ask" }, question.text),
    steppers(boulders, hitForm(view).fields[0].most, count),
    h(
      "div",
      { class: "pair" },
      tap(words.no_hit, "", () => post("/api/no-hit", {}), { data: { do: "no-hit" } }),
      tap(label, "primary", () => play({ do: "hit", boulders }), { data: { do: "hit" } }),
    ),
  ];
}

function picture(number) {
  const image = h("img", { class: "sight", src: `/picture/${number}.jpg`, alt: words.picture });
  image.addEventListener("click", () => image.classList.toggle("large"));
  image.addEventListener("error", () => image.remove());
  return image;
}

// The camera's picture as it is now, again and again while it is looked at.
function camera() {
  const image = h("img", { class: "sight large", alt: words.picture });
  const blind = h("p", { class: "ask", hidden: true }, words.no_picture);
  const look = () => {
    if (open?.camera) image.src = `/picture.jpg?${Date.now()}`;
  };
  const seen = (there, soon) => () => {
    image.hidden = !there;
    blind.hidden = there;
    setTimeout(look, soon);
  };
  image.addEventListener("load", seen(true, 700));
  image.addEventListener("error", seen(false, 2000));
  look();
  return h("div", {}, image, blind);
}

listen("play", show);
