// The owner's photo of the board as if it had been taken from straight above: what lies between its four corners, drawn
// once into a picture that a map can lie on.

import { h } from "/static/js/dom.js";
import { perspective } from "/static/js/recorder/perspective.js";
import { remembered } from "/static/js/redraw.js";

const SQUARE = 40; // pixels of a square in it

/** @type {Map<string, { value: string | null }>} */
const known = new Map();

/**
 * Its address; none until it is there, or if it cannot be had any more: `redraw` is called when it has come.
 * @type {(mountain: HallMountain, redraw: () => void) => string | null}
 */
export function photoBelow({ photo, columns, tiers }, redraw) {
  if (!photo) return null;
  const { address, corners } = JSON.parse(JSON.stringify(photo));
  const name = JSON.stringify([address, corners]);
  const before = known.get(name);
  if (before) return before.value;
  const straight = remembered(/** @type {string | null} */ (null));
  known.set(name, straight);
  const taken = h("img", { src: address, alt: "" });
  const [width, height] = [columns * SQUARE, tiers.length * SQUARE];
  taken.addEventListener("load", () => {
    straight.value = straightened(taken, corners, width, height);
    redraw();
  });
  return straight.value;
}

/** @type {(taken: HTMLImageElement, corners: GridCorners, width: number, height: number) => string | null} */
function straightened(taken, corners, width, height) {
  const from = h("canvas", { width: taken.naturalWidth, height: taken.naturalHeight });
  const onto = h("canvas", { width, height });
  const source = from.getContext("2d");
  const target = onto.getContext("2d");
  if (!source || !target) return null;
  source.drawImage(taken, 0, 0);
  const [wide, high] = [from.width, from.height];
  const { data } = source.getImageData(0, 0, wide, high);
  const straight = target.createImageData(width, height);
  const seen = perspective(corners);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [across, down] = seen.onto((x + 0.5) / width, (y + 0.5) / height);
      const [column, row] = [Math.floor(across * wide), Math.floor(down * high)];
      if (column < 0 || row < 0 || column >= wide || row >= high) continue;
      const start = (row * wide + column) * 4;
      straight.data.set(data.subarray(start, start + 4), (y * width + x) * 4);
    }
  target.putImageData(straight, 0, 0);
  return onto.toDataURL("image/jpeg", 0.85);
}
