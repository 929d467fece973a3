// What the boot ROM reckons with: each routine by its place in the ROM's table, on the registers as they are.

const bits = new DataView(new ArrayBuffer(8));

/** @param {number} word */
function single(word) {
  bits.setUint32(0, word);
  return bits.getFloat32(0);
}

/** @param {number} number */
function asSingle(number) {
  bits.setFloat32(0, number);
  return bits.getUint32(0);
}

/** @type {(low: number, high: number) => number} */
function double(low, high) {
  bits.setUint32(0, high);
  bits.setUint32(4, low);
  return bits.getFloat64(0);
}

/** A double comes back in two registers. @type {(registers: Uint32Array, number: number) => number} */
function asDouble(registers, number) {
  bits.setFloat64(0, number);
  registers[1] = bits.getUint32(0);
  return bits.getUint32(4);
}

/** @type {(one: number, other: number) => number} */
const compared = (one, other) => Number(one > other) - Number(one < other);
/** @type {(number: number, least: number, most: number) => number} */
const within = (number, least, most) => Math.min(most, Math.max(least, number));
const asInt = (/** @type {number} */ number) => within(Math.floor(number), -(2 ** 31), 2 ** 31 - 1);
const asUint = (/** @type {number} */ number) => within(Math.trunc(number), 0, 2 ** 32 - 1);

/** @typedef {(registers: Uint32Array) => number | undefined} Routine */

/** @type {Map<number, Routine>} */
export const SINGLES = new Map([
  [0x00, (r) => asSingle(single(r[0]) + single(r[1]))],
  [0x04, (r) => asSingle(single(r[0]) - single(r[1]))],
  [0x08, (r) => asSingle(single(r[0]) * single(r[1]))],
  [0x0c, (r) => asSingle(single(r[0]) / single(r[1]))],
  [0x10, (r) => compared(single(r[0]), single(r[1]))],
  [0x18, (r) => asSingle(Math.sqrt(single(r[0])))],
  [0x1c, (r) => asInt(single(r[0]))],
  [0x24, (r) => asUint(single(r[0]))],
  [0x2c, (r) => asSingle(r[0] | 0)],
  [0x34, (r) => asSingle(r[0])],
  [0x7c, (r) => asDouble(r, single(r[0]))],
]);

/** @type {Map<number, Routine>} */
export const DOUBLES = new Map([
  [0x00, (r) => asDouble(r, double(r[0], r[1]) + double(r[2], r[3]))],
  [0x04, (r) => asDouble(r, double(r[0], r[1]) - double(r[2], r[3]))],
  [0x08, (r) => asDouble(r, double(r[0], r[1]) * double(r[2], r[3]))],
  [0x0c, (r) => asDouble(r, double(r[0], r[1]) / double(r[2], r[3]))],
  [0x10, (r) => compared(double(r[0], r[1]), double(r[2], r[3]))],
  [0x1c, (r) => asInt(double(r[0], r[1]))],
  [0x24, (r) => asUint(double(r[0], r[1]))],
  [0x2c, (r) => asDouble(r, r[0] | 0)],
  [0x34, (r) => asDouble(r, r[0])],
  [0x7c, (r) => asSingle(double(r[0], r[1]))],
]);
