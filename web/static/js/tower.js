// The simulated tower: hit it, spill it, break its devices, and see the truth beside what was counted.

import { $, COLOURS, h, setText, shape, showLine, words } from "./dom.js";
import { listen, post } from "./link.js";

const PAUSE = 330;

listen("tower", (view) => {
  showLine($("status"), view.status.question?.text ?? view.status.text);
  $("status").dataset.doing = view.status.doing;
  row("counted", view.hammering?.boulders);
});

function row(id, boulders) {
  for (const colour of COLOURS) setText($(id).querySelector(`[data-colour=${colour}]`), boulders ? String(boulders[colour]) : "–");
}

function show(now) {
  row("truth", now.on_mat);
  row("recognised", now.recognised);
  if ($("lights").children.length !== now.pixels.length)
    $("lights").replaceChildren(...now.pixels.map(() => h("i")));
  now.pixels.forEach(([red, green, blue], index) => {
    const lamp = $("lights").children[index];
    lamp.style.setProperty("--lit", `rgb(${red} ${green} ${blue})`);
    lamp.classList.toggle("on", red + green + blue > 0);
  });
  for (const box of document.querySelectorAll("[data-fault]")) box.checked = now.faults[box.dataset.fault];
}

function tell(fell) {
  const parts = COLOURS.filter((colour) => fell[colour]).map((colour) => [String(fell[colour]), shape(colour, words[colour])]);
  $("fell").replaceChildren(...(parts.length ? [`${words.fell} `, ...parts.flat()] : [words.nothing]));
}

async function ask(path, body) {
  const now = await post(`/api/tower/${path}`, body);
  showLine($("refusal"), now.ok ? null : now.text);
  if (!now.ok) return;
  show(now);
  if (now.fell) tell(now.fell);
  else $("fell").replaceChildren();
}

for (const button of document.querySelectorAll("[data-do]")) {
  const { strength } = button.dataset;
  button.addEventListener("click", () => ask(button.dataset.do, strength ? { strength: Number(strength) } : {}));
}
for (const box of document.querySelectorAll("[data-fault]"))
  box.addEventListener("change", () => ask("fault", { name: box.dataset.fault, on: box.checked }));

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
    next.src = `/tower/picture.jpg?${Date.now()}`;
  });
}

async function look() {
  if (document.visibilityState === "visible") {
    const now = await fetch("/api/tower").then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (now) show(now);
    await newPicture();
  }
  setTimeout(look, PAUSE);
}

look();
