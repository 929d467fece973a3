// A grid over the photo: first where it lies, then what its squares are.

import { corners } from "./grid-corners.js";
import { squares } from "./grid-squares.js";
import { held, noted, now, show } from "./recording.js";

let laying = false; // whether the corners are asked

/** @type {(layer: GridLayer) => DraftGrid} */
const fresh = ({ rows, columns }) => ({
  rows: rows[0],
  columns: columns[0],
  corners: [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.9, 0.9],
    [0.1, 0.9],
  ],
  cells: {},
});

/** @param {GridLayer} layer @returns {Guided} */
export function grid(layer) {
  if (!held(layer.name)) {
    laying = true;
    now.draft.layers[layer.name] = fresh(layer);
    noted();
  }
  const turn = () => {
    laying = !laying;
    show();
  };
  return laying ? corners(layer, held(layer.name), turn) : squares(layer, held(layer.name), turn);
}
