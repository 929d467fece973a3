// Recording a board, step by step, on a photo or an empty sheet; the table checks every change and says what is missing.

import { $, draw, h, icon, setText, words } from "./dom.js";
import { post } from "./link.js";
import { refuse, tap } from "./asking.js";
import { boardMap, distance, nearest } from "./board-map.js";
import { small, strip } from "./board-parts.js";
import { twice } from "./host-twice.js";

const STEPS = ["photo", "regions", "spots", "borders", "planks", "save"];
const SAVED = "board-draft";
const NEAR = 26; // pixels from a mark that still mean it
const LANDSCAPES = words.kinds;

const fill = (sentence, facts) => sentence.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const empty = () => ({ name: "", regions: [], spots: [], planks: [], borders: [], photo: "", aspect: 1, instead_of: null });

let draft = empty();
let faults = [];
let step = "photo";
let picked = null; // the region or spot that is being changed; in the borders, the first of a pair
let landscape = null; // what the next tap is
let plank = 0;

// ---- keeping and checking

let asked = 0;
let timer = null;

function changed() {
  noted();
  show();
}

// While somebody types nothing is drawn anew: the next tap would hit what is no longer there.
function noted() {
  localStorage.setItem(SAVED, JSON.stringify(draft));
  clearTimeout(timer);
  timer = setTimeout(check, 250);
}

async function check() {
  const mine = (asked += 1);
  const { instead_of: _, ...sent } = draft;
  const answer = await post("/api/host/board/check", sent);
  if (!answer.ok || mine !== asked) return;
  faults = answer.faults.map((fault) => ({ ...fault, step: { board: "save", drawing: "regions" }[fault.step] ?? fault.step }));
  showSteps();
  if (step === "save") showFaults();
}

function showSteps() {
  draw($("steps"), [step, faults, draft.regions.length, draft.photo], () =>
    STEPS.map((each, index) => {
      const bad = faults.some((fault) => fault.step === each);
      const begun = { photo: draft.photo, regions: draft.regions.length, spots: draft.spots.length, borders: draft.spots.length, planks: draft.planks.length }[each];
      return h(
        "button",
        { class: "step-button", type: "button", data: { step: each }, "aria-current": each === step ? "step" : null, "aria-label": `${index + 1}. ${words[`step_${each}`]}`, onclick: () => go(each) },
        begun && !bad ? icon("tick") : String(index + 1),
      );
    }),
  );
}

function go(next) {
  step = next;
  picked = landscape = null;
  plank = Math.max(0, Math.min(draft.planks.length, words.planks - 1));
  show();
  $("stage").closest("main").scrollTop = 0;
}

const SHOWN = { photo, regions, spots, borders, planks, save };

function show() {
  showSteps();
  setText($("title"), words[`step_${step}`]);
  const { stage, dock } = SHOWN[step]();
  $("stage").replaceChildren(...stage.filter(Boolean));
  $("dock").replaceChildren(...dock.filter(Boolean));
  if (step === "save") showFaults();
}

const ask = (text) => h("p", { class: "ask" }, text);

const done = (each) => !faults.some((fault) => fault.step === each);

const onward = (...before) =>
  h(
    "div",
    { class: "pair" },
    before,
    h("button", { class: `button ${done(step) ? "primary" : ""}`, type: "button", data: { do: "next" }, onclick: () => go(STEPS[STEPS.indexOf(step) + 1]) }, words.next),
  );

const button = (label, work, data = {}, kind = "") => h("button", { class: `button ${kind}`, type: "button", data, onclick: work }, label);

// ---- the map

const photoOf = (draft) => (draft.photo ? `/host/board/photo/${draft.photo}.jpg` : null);

function map(onTap, { strokes = [], quiet = "" } = {}) {
  const view = boardMap({ photo: photoOf(draft), ratio: draft.aspect }, words.map, (at) => onTap(at, view.element));
  if (!draft.photo) view.element.classList.add("blank");
  const kind = (each, part) => (each.id === picked ? " picked" : quiet === part ? " quiet" : "");
  view.show({
    strokes,
    points: [
      ...draft.regions.map((region) => ({
        at: region.at,
        kind: `region ${region.landscape}${kind(region, "regions")}${chosenHere(region.id) ? " asked" : ""}`,
        sign: region.landscape,
        text: numberOf(region),
        label: nameOf(region.id),
        name: region.id,
      })),
      ...draft.spots.map((spot, index) => ({ at: spot.at, kind: `spot${kind(spot, "spots")}`, text: String(index + 1), label: fill(words.ask_spot, { number: index + 1, most: words.spots }), name: spot.id })),
    ],
  });
  return view.element;
}

const chosenHere = (id) => step === "spots" && picked && draft.spots.find((spot) => spot.id === picked)?.regions.includes(id);
const placesOf = (things) => Object.fromEntries(things.map((each) => [each.id, each.at]));
const regionAt = (at) => nearest(placesOf(draft.regions), at, draft.aspect)[0];

const numberOf = (region) => String(draft.regions.filter((each) => each.landscape === region.landscape).indexOf(region) + 1);

function nameOf(id) {
  const region = draft.regions.find((each) => each.id === id);
  return region ? region.name || `${words.landscapes[region.landscape]} ${numberOf(region)}` : id;
}

function newId(stem, things) {
  for (let number = 1; ; number += 1) if (!things.some((each) => each.id === `${stem}_${number}`)) return `${stem}_${number}`;
}

// Where something goes that nobody wants to tap: round the sheet, one after the other.
function somewhere(index, count) {
  const turn = (2 * Math.PI * index) / count;
  return [0.5 + 0.38 * Math.cos(turn), 0.5 + 0.38 * Math.sin(turn)].map((each) => Math.round(each * 1000) / 1000);
}

// ---- the photo

function photo() {
  const take = (label, capture, kind) =>
    h(
      "label",
      { class: `button file ${kind}` },
      label,
      h("input", { type: "file", accept: "image/*", capture, data: { photo: capture ?? "file" }, onchange: (event) => send(event.target) }),
    );
  const stage = draft.photo ? [h("img", { class: "preview", src: photoOf(draft), alt: words.map })] : [icon("camera", "icon sheet")];
  const without = button(words.without_photo, () => {
    Object.assign(draft, { photo: "", aspect: draft.photo ? 1 : draft.aspect });
    changed();
    go("regions");
  }, { do: "without-photo" });
  return {
    stage,
    dock: [
      ask(draft.photo ? words.have_photo : words.ask_photo),
      h("div", { class: "pair" }, take(words.take_photo, "environment", draft.photo ? "" : "primary"), take(words.choose_photo, null, "")),
      draft.photo ? onward(without) : without,
      draft.regions.length ? twice(words.restart, words.really_restart, async () => restart(), "quiet") : null,
    ],
  };
}

function restart() {
  draft = empty();
  history.replaceState(null, "", "/host/board");
  changed();
  go("photo");
}

async function send(input) {
  const [file] = input.files;
  if (!file) return;
  const label = input.closest("label");
  label.classList.add("busy");
  const sent = await small(file);
  let answer;
  try {
    const response = await fetch("/api/host/board/photo", { method: "POST", body: sent.data });
    answer = { ok: response.ok, ...(await response.json()) };
  } catch {
    answer = { ok: false, text: words.offline };
  }
  label.classList.remove("busy");
  if (!answer.ok) return refuse(label, answer.text);
  Object.assign(draft, { photo: answer.photo, aspect: sent.aspect ?? draft.aspect });
  changed();
}

// ---- regions

function regions() {
  const next = LANDSCAPES.find((each) => countOf(each) < words.of_each);
  const now = landscape && countOf(landscape) < words.of_each ? landscape : next;
  const region = draft.regions.find((each) => each.id === picked);
  const put = (at) => {
    draft.regions.push({ id: newId(now, draft.regions), landscape: now, at, name: "" });
    joinFjords();
    changed();
  };
  const onTap = (at, element) => {
    const [hit] = nearest(placesOf(draft.regions), at, draft.aspect);
    const close = hit && distance(draft.regions.find((each) => each.id === hit).at, at, element) < NEAR;
    if (close) picked = picked === hit ? null : hit;
    else if (region) [region.at, picked] = [at, null];
    else if (now) return put(at);
    changed();
  };
  const stage = [map(onTap, { quiet: "spots" })];
  if (region) return { stage: [...stage, ownName(region)], dock: changing(region) };
  return {
    stage,
    dock: [
      ask(now ? fill(words.ask_region, { landscape: `${words.landscapes[now]} ${countOf(now) + 1}` }) : words.ask_regions_done),
      now ? landscapeKeys(now, (each) => ((landscape = each), show()), (each) => countOf(each) >= words.of_each) : null,
      onward(now ? button(words.place_for_me, () => put(somewhere(draft.regions.length, words.of_each * LANDSCAPES.length)), { do: "place" }) : null),
    ],
  };
}

const countOf = (each) => draft.regions.filter((region) => region.landscape === each).length;

// The two fjords touch: the rulebook says so.
function joinFjords() {
  const fjords = draft.regions.filter((region) => region.landscape === "fjord").map((region) => region.id);
  if (fjords.length === 2 && !draft.borders.some((pair) => fjords.every((id) => pair.includes(id)))) draft.borders.push(fjords);
}

const landscapeKeys = (current, choose, full) =>
  h(
    "div",
    { class: "landscapes" },
    LANDSCAPES.map((each) =>
      h(
        "button",
        { class: `button key ${each}`, type: "button", data: { landscape: each }, disabled: full(each), "aria-pressed": String(each === current), onclick: () => choose(each) },
        icon(each, `icon land ${each}`),
        h("span", {}, words.landscapes[each]),
      ),
    ),
  );

const ownName = (region) =>
  h("input", { value: region.name, maxlength: 30, placeholder: words.own_name, "aria-label": words.own_name, oninput: (event) => ((region.name = event.target.value), noted()) });

function changing(region) {
  const remove = () => {
    draft.regions = draft.regions.filter((each) => each !== region);
    draft.borders = draft.borders.filter((pair) => !pair.includes(region.id));
    for (const spot of draft.spots) spot.regions = spot.regions.filter((id) => id !== region.id);
    picked = null;
    changed();
  };
  return [
    ask(words.region_is),
    landscapeKeys(region.landscape, (each) => ((region.landscape = each), changed()), () => false),
    h("div", { class: "pair" }, button(words.remove, remove, { do: "remove" }, "danger"), button(words.right, () => ((picked = null), show()), { do: "right" }, "primary")),
  ];
}

// ---- fortress spots

const toRegion = (id) => draft.regions.find((each) => each.id === id)?.at;

const spotStrokes = () =>
  draft.spots.flatMap((spot) => spot.regions.filter(toRegion).map((id) => ({ kind: spot.id === picked ? "" : "given", from: spot.at, to: toRegion(id) })));

function spots() {
  const spot = draft.spots.find((each) => each.id === picked);
  const put = (at) => {
    const near = nearest(placesOf(draft.regions), at, draft.aspect).slice(0, 3);
    draft.spots.push({ id: newId("spot", draft.spots), regions: near, at });
    picked = draft.spots.at(-1).id;
    changed();
  };
  const toggle = (id) => {
    if (spot.regions.includes(id)) spot.regions = spot.regions.filter((each) => each !== id);
    else spot.regions = [...spot.regions.slice(-2), id];
    changed();
  };
  const onTap = (at, element) => {
    const [hit] = nearest(placesOf(draft.spots), at, draft.aspect);
    const close = hit && distance(draft.spots.find((each) => each.id === hit).at, at, element) < NEAR;
    if (spot && !close) return draft.regions.length ? toggle(regionAt(at)) : null;
    if (close) [picked] = [picked === hit ? null : hit];
    else if (draft.spots.length < words.spots) return put(at);
    show();
  };
  const stage = [map(onTap, { strokes: spotStrokes() })];
  if (!spot) {
    const more = draft.spots.length < words.spots;
    return {
      stage,
      dock: [
        ask(more ? fill(words.ask_spot, { number: draft.spots.length + 1, most: words.spots }) : words.ask_spots_done),
        onward(more ? button(words.place_for_me, () => put(somewhere(draft.spots.length, words.spots)), { do: "place" }) : null),
      ],
    };
  }
  const list = h(
    "div",
    { class: "choices", data: { columns: 2 } },
    draft.regions.map((region) => h("button", { class: "button", type: "button", data: { region: region.id }, "aria-pressed": String(spot.regions.includes(region.id)), onclick: () => toggle(region.id) }, nameOf(region.id))),
  );
  const remove = () => {
    draft.spots = draft.spots.filter((each) => each !== spot);
    picked = null;
    changed();
  };
  return {
    stage: [...stage, list],
    dock: [
      ask(words.which_regions),
      h("p", { class: "label" }, spot.regions.map(nameOf).join(" · ")),
      h("div", { class: "pair" }, button(words.remove, remove, { do: "remove" }, "danger"), button(words.right, () => ((picked = null), show()), { do: "right" }, spot.regions.length === 3 ? "primary" : "")),
    ],
  };
}

// ---- further borders

const joined = (one, other) => draft.spots.some((spot) => spot.regions.includes(one) && spot.regions.includes(other));

function borders() {
  const same = (pair, one, other) => pair.includes(one) && pair.includes(other);
  const pick = (id) => {
    if (!picked || picked === id) picked = picked ? null : id;
    else {
      const [one, other] = [picked, id];
      picked = null;
      if (joined(one, other)) {
        show();
        return refuse($("dock").querySelector(".ask"), words.met);
      }
      if (draft.borders.some((pair) => same(pair, one, other))) draft.borders = draft.borders.filter((pair) => !same(pair, one, other));
      else draft.borders.push([one, other]);
    }
    changed();
  };
  const met = draft.spots.flatMap(({ regions: [a, b, c] }) => [[a, b], [b, c], [a, c]]).filter((pair) => pair.every(toRegion));
  const strokes = [
    ...met.map(([one, other]) => ({ kind: "given", from: toRegion(one), to: toRegion(other) })),
    ...draft.borders.filter((pair) => pair.every(toRegion)).map(([one, other]) => ({ kind: "extra", from: toRegion(one), to: toRegion(other) })),
  ];
  const list = h(
    "ul",
    { class: "rows" },
    draft.borders.map((pair) =>
      h(
        "li",
        { class: "row" },
        h("span", { class: "grow" }, pair.map(nameOf).join(" – ")),
        h("button", { class: "button quiet", type: "button", "aria-label": `${words.remove}: ${pair.map(nameOf).join(" – ")}`, onclick: () => ((draft.borders = draft.borders.filter((each) => each !== pair)), changed()) }, icon("minus")),
      ),
    ),
  );
  return {
    stage: [map((at) => draft.regions.length && pick(regionAt(at)), { strokes, quiet: "spots" }), list, h("div", { class: "choices", data: { columns: 2 } }, draft.regions.map((region) => button(nameOf(region.id), () => pick(region.id), { region: region.id })))],
    dock: [ask(picked ? fill(words.ask_border_second, { region: nameOf(picked) }) : words.ask_border), onward()],
  };
}

// ---- planks

function planks() {
  const here = draft.planks[plank]?.spaces ?? [];
  const set = (spaces) => {
    while (draft.planks.length <= plank) draft.planks.push({ id: newId("plank", draft.planks), spaces: [] });
    draft.planks[plank].spaces = spaces;
    if (!spaces.length && plank === draft.planks.length - 1) draft.planks.pop();
    changed();
  };
  const add = (space) => set([...here, space]);
  const rows = Array.from({ length: Math.max(words.planks, draft.planks.length) }, (_, index) =>
    h(
      "button",
      { class: "button plank laid", type: "button", data: { plank: index }, "aria-pressed": String(index === plank), disabled: index > draft.planks.length, onclick: () => ((plank = index), show()) },
      h("b", { class: "figure" }, String(index + 1)),
      draft.planks[index]?.spaces.length ? strip(draft.planks[index].spaces) : h("small", {}, words.empty),
    ),
  );
  const last = plank >= words.planks - 1;
  const next = button(words.next_plank, () => ((plank += 1), show()), { do: "next-plank" }, here.length ? "primary" : "");
  next.disabled = !here.length;
  const keys = landscapeKeys(null, add, () => false);
  keys.append(
    h("button", { class: "button key wide-key", type: "button", data: { landscape: "wander" }, onclick: () => add("wander") }, icon("wander", "icon land wander"), h("span", {}, words.wander)),
    h("button", { class: "button key", type: "button", "aria-label": words.erase, data: { do: "erase" }, disabled: !here.length, onclick: () => set(here.slice(0, -1)) }, icon("undo")),
  );
  return {
    stage: [h("div", { class: "choices" }, rows)],
    dock: [
      ask(fill(words.ask_plank, { number: plank + 1 })),
      h("div", { class: "writing" }, here.length ? strip(here) : h("small", {}, words.empty)),
      keys,
      last ? onward() : h("div", { class: "pair" }, next),
    ],
  };
}

// ---- saving

function save() {
  const name = h("input", { id: "board-name", value: draft.name, maxlength: words.longest, "aria-label": words.name, placeholder: words.name, oninput: (event) => ((draft.name = event.target.value), noted()) });
  const keep = async () => {
    const answer = await post("/api/host/board/save", draft);
    if (answer.ok) {
      localStorage.removeItem(SAVED);
      location.assign("/host/boards");
    } else if (answer.faults) check();
    return answer;
  };
  return {
    stage: [h("p", { class: "label" }, words.ask_name), name, h("p", { id: "verdict" }), h("ul", { id: "faults", class: "faults-list buttons" })],
    dock: [tap(words.save, "", keep, { id: "save", data: { do: "save" } })],
  };
}

function showFaults() {
  const missing = faults.length > 0;
  $("verdict").className = missing ? "label" : "refusal good";
  setText($("verdict"), missing ? words.faults_left : words.complete);
  $("save").classList.toggle("primary", !missing);
  $("faults").hidden = !missing;
  draw($("faults"), faults, () => faults.map(faultLine));
}

const faultLine = (fault) =>
  h(
    "li",
    {},
    h(
      "button",
      { class: "fault", type: "button", onclick: () => (fault.step === "save" ? $("board-name").focus() : go(fault.step)) },
      icon("warn"),
      h("span", {}, h("b", {}, words[`step_${fault.step}`]), " ", fault.text),
    ),
  );

// ---- beginning

async function open() {
  const search = new URLSearchParams(location.search);
  const name = search.get("name");
  if (name) {
    const answer = await fetch(`/api/host/board/draft?name=${encodeURIComponent(name)}`).catch(() => null);
    if (answer?.ok) draft = { ...empty(), ...(await answer.json()) };
    history.replaceState(null, "", "/host/board");
    localStorage.setItem(SAVED, JSON.stringify(draft));
  } else {
    const kept = JSON.parse(localStorage.getItem(SAVED) ?? "null");
    // A board that was only opened to be changed does not become the beginning of a new one.
    if (kept && !(search.has("new") && kept.instead_of)) draft = { ...empty(), ...kept };
  }
  show();
  check();
}

open();
