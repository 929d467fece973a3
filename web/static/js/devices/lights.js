// The lights' page: the strip drawn as it is lit, a trial picture, and how it is built; every change shines at once.

import { $, h, setText, showLine, words } from "../dom.js";
import { post } from "../link.js";
import { press } from "../asking.js";
import { asPercent, fill, follow, poll } from "./common.js";

const PAUSE = 125;
const form = $("arranging");
const NUMBERS = ["brightness", "count", "first", "limit_ma"];

let arrangement = null;
let busy = false; // a finger is on a slider, or a change is on its way: do not move it under the finger

follow("lights");
poll(() => "/api/host/lights", PAUSE, show);

function show(lit) {
  drawLamps(lit);
  setText($("draws"), fill(words.draws, { drawn: Math.round(lit.draws_ma), limit: Math.round(lit.arrangement.limit_ma) }));
  setText($("told"), lit.trying ? words.trying : words.quiet);
  if (busy) return;
  arrangement = lit.arrangement;
  showForm();
}

function drawLamps({ lamps, arrangement: { shape, first } }) {
  const row = $("lamps");
  const ring = shape === "ring";
  row.classList.toggle("ring", ring);
  if (row.children.length !== lamps.length) row.replaceChildren(...lamps.map(() => h("i")));
  lamps.forEach(([red, green, blue], index) => {
    const lamp = row.children[index];
    const turn = ((index - first) / lamps.length) * 2 * Math.PI;
    lamp.style.setProperty("--lit", `rgb(${red} ${green} ${blue})`);
    lamp.style.left = ring ? `${50 + 44 * Math.sin(turn)}%` : "";
    lamp.style.top = ring ? `${50 - 44 * Math.cos(turn)}%` : "";
    lamp.classList.toggle("on", red + green + blue > 0);
  });
}

// ---- how it is built

function showForm() {
  for (const name of NUMBERS) form.elements[name].value = arrangement[name];
  form.elements.first.max = arrangement.count - 1;
  for (const name of ["shape", "order", "backwards"]) form.elements[name].value = String(arrangement[name]);
  sayNumbers();
}

function sayNumbers() {
  setText($("brightness-said"), asPercent(Number(form.elements.brightness.value)));
  setText($("count-said"), form.elements.count.value);
  setText($("first-said"), form.elements.first.value);
  setText($("limit_ma-said"), `${form.elements.limit_ma.value} mA`);
  $("turned").hidden = form.elements.shape.value !== "ring";
}

function wanted() {
  const { elements } = form;
  const count = Number(elements.count.value);
  const ring = elements.shape.value === "ring";
  return {
    count,
    shape: elements.shape.value,
    first: ring ? Math.min(Number(elements.first.value), count - 1) : 0,
    backwards: elements.backwards.value === "true",
    order: elements.order.value,
    brightness: Number(elements.brightness.value),
    limit_ma: Number(elements.limit_ma.value),
  };
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  busy = true;
  sayNumbers();
});
form.addEventListener("change", async () => {
  busy = true;
  const answer = await post("/api/host/lights/arrange", { arrangement: wanted() });
  busy = false;
  showLine(form.querySelector(".refusal"), answer.ok ? null : answer.text);
  if (answer.ok) show(answer);
  else showForm();
});

$("try").addEventListener("click", () => press($("try"), () => post("/api/host/lights/try-out", {})));
