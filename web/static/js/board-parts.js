// Pieces that the set-up and the recording share: a plank's spaces in a row, and a photo made small enough to send.

import { h, icon, words } from "./dom.js";

const LONGEST = 1600;

export const strip = (spaces) =>
  h(
    "span",
    { class: "strip" },
    spaces.map((space) => icon(space, `icon land ${space}`, words.landscapes[space] ?? words.wander)),
  );

// What the browser cannot read is sent as it is: the table says what is wrong with it.
export async function small(file) {
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
