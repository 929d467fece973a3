// A Raspberry Pi Pico of software: rp2040js with our boot ROM, a piezo on its converter, a host on its USB. It knows
// nothing of our firmware.

import { ConsoleLogger, LogLevel, RP2040, USBCDC } from "rp2040js";
import { BootRom } from "./boot_rom.mjs";

const FLASH_BYTES = 2 * 1024 * 1024;
const VECTORS = 0x10000100; // where the program's begin, behind the second stage of booting
const WATCHDOG = 0x40058;
const RESET = new Error("The chip resets."); // thrown, for nothing of what it was doing may go on

export class Pico {
  /**
   * `flash` is what the Pico was flashed with; what it writes itself outlives its restarts.
   * @type {(flash: Uint8Array, piezo: (nanos: number) => number, said: (data: Uint8Array, nanos: number) => void) => void}
   */
  constructor(flash, piezo, said) {
    this.flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    this.flash.set(flash);
    this.piezo = piezo;
    this.said = said;
    this.nanos = 0; // since it was plugged in
    this.starts = 0;
    this.boot();
  }

  boot() {
    this.starts++;
    this.owed = 0; // nanoseconds that the boot ROM worked, and that have not passed yet
    const chip = new RP2040();
    chip.logger = new ConsoleLogger(LogLevel.Error, true);
    new BootRom(chip, (nanos) => {
      this.owed += nanos;
    });
    chip.flash.fill(0xff);
    chip.flash.set(this.flash);
    chip.core.VTOR = VECTORS;
    chip.core.SP = chip.readUint32(VECTORS);
    chip.core.PC = chip.readUint32(VECTORS + 4) & ~1;
    chip.adc.onADCRead = () => {
      chip.adc.channelValues[0] = this.piezo(this.nanos + chip.clock.nanos - this.stepped);
      chip.adc.currentChannel = 0;
      chip.adc.sampleAlarm.schedule(chip.adc.sampleTime * 1000);
    };
    chip.peripherals[WATCHDOG].onWatchdogTrigger = () => {
      throw RESET;
    };
    this.usb = new USBCDC(chip.usbCtrl);
    this.usb.onSerialData = (data) => this.said(data, this.nanos);
    this.stepped = 0; // the chip's own time at the end of the last step
    this.chip = chip;
  }

  /** Types at it, as a host does. @param {Uint8Array} bytes */
  send(bytes) {
    for (const byte of bytes) this.usb.sendSerialByte(byte);
  }

  /** Lets so many seconds of its own time pass. @param {number} seconds */
  run(seconds) {
    const end = this.nanos + seconds * 1e9;
    while (this.nanos < end) this.step();
  }

  step() {
    const { chip } = this;
    try {
      this.advance();
    } catch (error) {
      if (error !== RESET) throw error;
      this.flash.set(chip.flash.subarray(0, FLASH_BYTES));
      this.boot();
    }
  }

  /** One instruction, or a wait until something happens. */
  advance() {
    const { chip } = this;
    const { clock, core } = chip;
    try {
      if (core.waiting) {
        clock.tick(Math.max(clock.nanosToNextAlarm, 8));
      } else {
        const cycles = core.executeInstruction();
        const owed = this.owed;
        this.owed = 0;
        clock.tick((cycles * 1e9) / chip.clkSys + owed);
      }
    } finally {
      this.nanos += clock.nanos - this.stepped;
      this.stepped = clock.nanos;
    }
  }
}
