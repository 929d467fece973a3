// The last step: the board's name, everything that is still missing, and saving it.

import { $, draw, h, icon, setText, words } from "../dom.js";
import { post } from "../link.js";
import { tap } from "../asking.js";
import { check, forget, go, noted, now } from "./recording.js";

export function saving() {
  const name = h("input", { id: "board-name", value: now.draft.name, maxlength: words.longest, "aria-label": words.name, placeholder: words.name, oninput: (event) => ((now.draft.name = event.target.value), noted()) });
  return {
    stage: [h("p", { class: "label" }, words.ask_name), name, h("p", { id: "verdict" }), h("ul", { id: "faults", class: "faults-list buttons" })],
    dock: [tap(words.save, "", save, { id: "save", data: { do: "save" } })],
  };
}

async function save() {
  const answer = await post("/api/host/board/save", now.draft);
  if (answer.ok) {
    forget();
    location.assign("/host/boards");
  } else if (answer.faults) check();
  return answer;
}

export function showFaults() {
  const { faults } = now;
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
