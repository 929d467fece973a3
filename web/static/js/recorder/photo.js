// The first step: a photo of the board, or an empty sheet.

import { rounded } from "../board-map.js";
import { around, ask, button, h, icon, pair, words } from "../dom.js";
import { holdButton } from "../hold-button.js";
import { smallPhoto } from "../photo-file.js";
import { refuse } from "../prompts.js";
import { sendOnce } from "../requests.js";
import { photoOf } from "./map.js";
import { onward } from "./parts.js";
import { changed, goOn, noted, now, PAGE, restart } from "./recording.js";

/** @returns {Guided} */
export function photo() {
  const { draft } = now;
  const without = button(words.without_photo, "", withoutPhoto, { data: { do: "without-photo" } });
  return {
    stage: [
      draft.photo ? h("img", { class: "preview", src: photoOf(draft), alt: words.map }) : icon("camera", "icon sheet"),
    ],
    dock: [
      ask(draft.photo ? words.have_photo : words.ask_photo),
      pair(taking(words.take_photo, "environment", draft.photo ? "" : "primary"), taking(words.choose_photo, null, "")),
      draft.photo ? onward(without) : without,
      begun() ? holdButton(words.restart, words.hold_restart, restart, "quiet") : null,
    ],
  };
}

/** Whether there is anything that could be thrown away. */
const begun = () => Object.values(now.draft.layers).some((layer) => (Array.isArray(layer) ? layer.length : layer));

/** @type {(label: string, capture: string | null, kind: string) => HTMLElement} */
const taking = (label, capture, kind) =>
  h(
    "label",
    { class: `button file ${kind}` },
    label,
    h("input", {
      type: "file",
      accept: "image/*",
      capture,
      data: { photo: capture ?? "file" },
      onchange: ({ target }) => send(target),
    }),
  );

function withoutPhoto() {
  Object.assign(now.draft, { photo: "", aspect: now.draft.photo ? 1 : now.draft.aspect });
  noted();
  goOn();
}

/** @param {HTMLInputElement} input */
async function send(input) {
  const file = input.files?.[0];
  if (!file) return;
  const label = around(input, "label");
  label.classList.add("busy");
  const sent = await smallPhoto(file);
  const answer = /** @type {AnswerWith<{ photo: string }>} */ (await sendOnce(`/api${PAGE}/photo`, sent.data));
  label.classList.remove("busy");
  if (!answer.ok) {
    refuse(label, answer.text);
    return;
  }
  Object.assign(now.draft, { photo: answer.photo, aspect: sent.aspect ? rounded(sent.aspect) : now.draft.aspect });
  changed();
}
