// A photo that somebody took or chose, made small enough to send.

import { h } from "./dom.js";

const LONGEST = 1600; // pixels
const LARGEST = 900_000; // bytes; a seat may send little more
const QUALITIES = [0.86, 0.7, 0.5];

/**
 * What the browser cannot read is sent as it is: the table says what is wrong with it.
 * @param {File} file
 * @returns {Promise<{ data: Blob, aspect: number | null }>}
 */
export async function smallPhoto(file) {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!picture) return { data: file, aspect: null };
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
  const canvas = h("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const aspect = canvas.width / canvas.height;
  /** @type {Blob} */
  let data = file;
  for (const quality of QUALITIES) {
    data = (await asJpeg(canvas, quality)) ?? data;
    if (data.size <= LARGEST) break;
  }
  return { data, aspect };
}

/** @type {(canvas: HTMLCanvasElement, quality: number) => Promise<Blob | null>} */
const asJpeg = (canvas, quality) => new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
