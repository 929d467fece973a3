// Sets of cells as the table sends them: a bit for each cell, row after row, in base 64.

/** @type {(bits: string, columns: number) => Cell[]} */
export function cellsOf(bits, columns) {
  const bytes = atob(bits);
  /** @type {Cell[]} */
  const cells = [];
  for (let index = 0; index < bytes.length * 8; index += 1)
    if ((bytes.charCodeAt(index >> 3) >> (index & 7)) & 1) cells.push([index % columns, Math.floor(index / columns)]);
  return cells;
}

/** As people call it: a letter for the column, a number for the row. @type {(cell: Cell) => string} */
export function nameOf([column, row]) {
  let letters = "";
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return `${letters}${row + 1}`;
}
