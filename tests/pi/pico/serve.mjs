// Runs the Pico of software for the program that started it: a command a line on stdin, an answer a line on stdout.
//
//   {"run": seconds}                let time pass; answers {"now", "starts", "said": [[seconds, base64], …]}
//   {"send": base64}                type at it
//   {"play": base64, "at": seconds} let the piezo swing: 16-bit samples, 8000 a second, from that moment on
//   {"until": "read" | "starts", "most": seconds}  let time pass until it said something, or was started anew

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Pico } from "./chip.mjs";

const NANOS_A_SAMPLE = 125_000;
const REST = 2048;
const SLICE = 0.001;

/** @type {[number, string][]} */
let said = [];
let wave = new Uint16Array();
let from = 0;
let noise = 1;

const quiet = () => {
  noise = (noise * 1103515245 + 12345) & 0x7fffffff; // a converter is never still
  return REST - 2 + ((noise >> 16) % 5);
};
const piezo = (/** @type {number} */ nanos) => {
  const at = Math.floor((nanos - from) / NANOS_A_SAMPLE);
  return at >= 0 && at < wave.length ? wave[at] : quiet();
};
const pico = new Pico(readFileSync(process.argv[2]), piezo, (data, nanos) => {
  said.push([nanos / 1e9, Buffer.from(data).toString("base64")]);
});

const bytes = (/** @type {string} */ text) => Buffer.from(text, "base64");

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.send !== undefined) pico.send(bytes(asked.send));
  if (asked.play !== undefined) {
    const data = bytes(asked.play);
    wave = new Uint16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
    from = asked.at * 1e9;
  }
  if (asked.run !== undefined) pico.run(asked.run);
  if (asked.until !== undefined) {
    const [end, starts] = [pico.nanos + asked.most * 1e9, pico.starts];
    while (pico.nanos < end && (asked.until === "starts" ? pico.starts === starts : !said.length)) pico.run(SLICE);
  }
  const answer = { now: pico.nanos / 1e9, starts: pico.starts, said };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  said = [];
}
