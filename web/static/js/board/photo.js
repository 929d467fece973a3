// The first step: a photo of the board, or an empty sheet.

import { h, icon, words } from "../dom.js";
import { refuse } from "../asking.js";
import { twice } from "../host-twice.js";
import { photoOf } from "./map.js";
import { ask, button, onward } from "./parts.js";
import { changed, go, noted, now, restart } from "./recording.js";

const LONGEST = 1600;

export function photo() {
  const { draft } = now;
  const take = (label, capture, kind) =>
    h(
      "label",
      { class: `button file ${kind}` },
      label,
      h("input", { type: "file", accept: "image/*", capture, data: { photo: capture ?? "file" }, onchange: (event) => send(event.target) }),
    );
  const stage = draft.photo ? [h("img", { class: "preview", src: photoOf(draft), alt: words.map })] : [icon("camera", "icon sheet")];
  const without = button(words.without_photo, withoutPhoto, { do: "without-photo" });
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

function withoutPhoto() {
  Object.assign(now.draft, { photo: "", aspect: now.draft.photo ? 1 : now.draft.aspect });
  noted();
  go("regions");
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
  Object.assign(now.draft, { photo: answer.photo, aspect: sent.aspect ?? now.draft.aspect });
  changed();
}

// Small enough to send. What the browser cannot read is sent as it is: the table says what is wrong with it.
async function small(file) {
  let picture;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { data: file, aspect: null };
  }
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = h("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const data = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.86));
  return { data: data ?? file, aspect: Math.round((canvas.width / canvas.height) * 1000) / 1000 };
}
