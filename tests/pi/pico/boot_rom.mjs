// What the RP2040's boot ROM does for a program, written anew from the data sheet: each routine is a breakpoint that is
// answered here, so nothing of the real ROM is needed. It never starts the program; it only answers it.

import { DOUBLES, SINGLES } from "./float_routines.mjs";

const STUBS = 0x20; // two instructions each: the breakpoint, and the way back
const SINGLE_TABLE = 0x1000;
const DOUBLE_TABLE = 0x1100;
const TABLE_BYTES = 0x80;
const SECTOR = 4096;
const PAGE = 256;
const ERASE_MS = 45; // a sector, as the data sheet of the Pico's W25Q16JV has it
const PROGRAM_MS = 0.4; // a page
const FLOAT_CYCLES = 70; // roughly what an operation takes in the real ROM
const LOOKUP_CYCLES = 40;
const CALL_CYCLES = 10;

/** @typedef {import("./float_routines.mjs").Routine} Routine */

export class BootRom {
  /** @type {(chip: any, busy: (nanos: number) => void) => void} `busy` hears of what would have taken the chip's time */
  constructor(chip, busy) {
    this.chip = chip;
    this.busy = busy;
    /** @type {Routine[]} */
    this.routines = [];
    /** By their code, the addresses of the routines and tables. */
    this.places = new Map([
      ["SF", SINGLE_TABLE],
      ["SD", DOUBLE_TABLE],
    ]);
    const lookup = this.stub((r) => this.found(r[1]), LOOKUP_CYCLES);
    for (const [code, routine] of this.named()) this.places.set(code, this.stub(routine, CALL_CYCLES));
    this.table(SINGLE_TABLE, SINGLES);
    this.table(DOUBLE_TABLE, DOUBLES);
    chip.bootrom[4] = 0x0201754d; // "Mu", 1, and the second version of the ROM
    chip.bootrom[6] = lookup;
    chip.onBreak = (/** @type {number} */ number) => this.answer(number);
  }

  /** @param {number} number */
  answer(number) {
    const { core } = this.chip;
    if (!this.routines[number])
      throw new Error(`The program stopped at ${core.PC.toString(16)}, breakpoint ${number}.`);
    const told = this.routines[number](core.registers);
    if (told !== undefined) core.registers[0] = told;
  }

  /** The address to call for this routine. @type {(routine: Routine, cycles: number) => number} */
  stub(routine, cycles) {
    const address = STUBS + 4 * this.routines.length;
    this.chip.bootrom[address / 4] = 0x4770be00 | this.routines.length; // bkpt, bx lr
    this.routines.push((registers) => {
      this.spend(cycles);
      return routine(registers);
    });
    return address + 1;
  }

  /** @type {(at: number, routines: Map<number, Routine>) => void} */
  table(at, routines) {
    const missing = this.stub(() => {
      throw new Error(`The boot ROM lacks a float routine that was called from ${this.chip.core.LR.toString(16)}.`);
    }, 0);
    for (let place = 0; place < TABLE_BYTES; place += 4) {
      const routine = routines.get(place);
      this.chip.bootrom[(at + place) / 4] = routine ? this.stub(routine, FLOAT_CYCLES) : missing;
    }
    this.chip.bootrom[at / 4 - 1] = (TABLE_BYTES / 4) << 16;
  }

  /** @param {number} code */
  found(code) {
    const letters = String.fromCharCode(code & 0xff, code >> 8);
    if (!this.places.has(letters)) throw new Error(`The boot ROM has no ${letters} here.`);
    return this.places.get(letters);
  }

  /** @returns {[string, Routine][]} */
  named() {
    const nothing = () => undefined;
    return [
      ["P3", (r) => r[0].toString(2).replaceAll("0", "").length],
      ["R3", (r) => Number.parseInt([...r[0].toString(2).padStart(32, "0")].reverse().join(""), 2)],
      ["L3", (r) => Math.clz32(r[0])],
      ["T3", (r) => (r[0] ? 31 - Math.clz32(r[0] & -r[0]) : 32)],
      ["MS", (r) => this.fill(r[0], r[1], r[2])],
      ["S4", (r) => this.fill(r[0], r[1], r[2])],
      ["MC", (r) => this.copy(r[0], r[1], r[2])],
      ["C4", (r) => this.copy(r[0], r[1], r[2])],
      ["RE", (r) => this.erase(r[0], r[1])],
      ["RP", (r) => this.program(r[0], r[1], r[2])],
      ["IF", nothing],
      ["EX", nothing],
      ["FC", nothing],
      ["CX", nothing],
    ];
  }

  /** @param {number} cycles */
  spend(cycles) {
    this.busy((cycles * 1e9) / this.chip.clkSys);
  }

  /** @type {(to: number, value: number, count: number) => number} */
  fill(to, value, count) {
    for (let i = 0; i < count; i++) this.chip.writeUint8(to + i, value);
    this.spend(count / 2);
    return to;
  }

  /** @type {(to: number, from: number, count: number) => number} */
  copy(to, from, count) {
    for (let i = 0; i < count; i++) this.chip.writeUint8(to + i, this.chip.readUint8(from + i));
    this.spend(count);
    return to;
  }

  /** @type {(from: number, count: number) => undefined} */
  erase(from, count) {
    this.chip.flash.fill(0xff, from, from + count);
    this.busy((count / SECTOR) * ERASE_MS * 1e6);
  }

  /** @type {(to: number, from: number, count: number) => undefined} */
  program(to, from, count) {
    for (let i = 0; i < count; i++) this.chip.flash[to + i] &= this.chip.readUint8(from + i);
    this.busy((count / PAGE) * PROGRAM_MS * 1e6);
  }
}
