// The lights' page: the strip drawn as it is lit, a trial picture, and how it is built; every change shines at once.

import { post } from "../connection.js";
import { $, fill, setText, showLine, within, words } from "../dom.js";
import { showLamps } from "../lamps.js";
import { asPercent } from "../numbers.js";
import { poll } from "../polling.js";
import { press } from "../prompts.js";
import { follow } from "./common.js";

const PAUSE = 125;
const form = $("arranging", HTMLFormElement);

/** @type {Arrangement} */
let arrangement;
let busy = false; // a finger is on a slider, or a change is on its way: do not move it under the finger

follow("lights");
poll(() => "/api/host/lights", PAUSE, show);

/** @param {Lit} lit */
function show(lit) {
  drawLamps(lit);
  setText(
    $("draws"),
    fill(words.draws, { drawn: Math.round(lit.draws_ma), limit: Math.round(lit.arrangement.limit_ma) }),
  );
  setText($("told"), lit.trying ? words.trying : words.quiet);
  if (busy) return;
  arrangement = lit.arrangement;
  showForm();
}

/** @param {Lit} lit */
function drawLamps({ lamps, arrangement: { shape, first } }) {
  const row = $("lamps");
  const ring = shape === "ring";
  row.classList.toggle("ring", ring);
  showLamps(row, lamps);
  for (const [index, lamp] of [...row.children].entries()) {
    const turn = ((index - first) / lamps.length) * 2 * Math.PI;
    const { style } = /** @type {HTMLElement} */ (lamp);
    style.left = ring ? `${50 + 44 * Math.sin(turn)}%` : "";
    style.top = ring ? `${50 - 44 * Math.cos(turn)}%` : "";
  }
}

// ---- how it is built

/**
 * A field of the form, or several of which one is chosen.
 * @type {(name: keyof Arrangement) => { value: string, max?: string }}
 */
const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

function showForm() {
  for (const [name, value] of Object.entries(arrangement))
    field(/** @type {keyof Arrangement} */ (name)).value = String(value);
  field("first").max = String(arrangement.count - 1);
  sayNumbers();
}

function sayNumbers() {
  setText($("brightness-said"), asPercent(Number(field("brightness").value)));
  setText($("count-said"), field("count").value);
  setText($("first-said"), field("first").value);
  setText($("limit_ma-said"), `${field("limit_ma").value} mA`);
  $("turned").hidden = field("shape").value !== "ring";
}

function wanted() {
  const count = Number(field("count").value);
  const ring = field("shape").value === "ring";
  return {
    count,
    shape: field("shape").value,
    first: ring ? Math.min(Number(field("first").value), count - 1) : 0,
    backwards: field("backwards").value === "true",
    order: field("order").value,
    brightness: Number(field("brightness").value),
    limit_ma: Number(field("limit_ma").value),
  };
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  busy = true;
  sayNumbers();
});
form.addEventListener("change", async () => {
  busy = true;
  const answer = /** @type {AnswerWith<Lit>} */ (await post("/api/host/lights/arrange", { arrangement: wanted() }));
  busy = false;
  showLine(within(form, ".refusal"), answer.ok ? null : answer.text);
  if (answer.ok) show(answer);
  else showForm();
});

$("try").addEventListener("click", () => press($("try"), () => post("/api/host/lights/try-out", {})));
