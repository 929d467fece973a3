import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.mjs";

openPage({}, "de");
const { asAgo, asDecimal, asPercent, asWholePercent } = await import("../../../web/static/js/numbers.js");
const { fill } = await import("../../../web/static/js/dom.js");

/** Without the narrow and the unbreakable spaces between a figure and its unit. */
const plain = (text) => text.replace(/\s/g, " ");

test("shares and decimals are written as the language writes them", () => {
  assert.equal(plain(asPercent(0.1234)), "12,3 %");
  assert.equal(plain(asPercent(1)), "100 %");
  assert.equal(plain(asWholePercent(0.1274)), "13 %");
  assert.equal(asDecimal(2), "2,0");
  assert.equal(asDecimal(2.25), "2,3");
});

test("times are told in the unit one would use", () => {
  assert.equal(plain(asAgo(0)), "jetzt");
  assert.equal(plain(asAgo(59)), "vor 59 Sek.");
  assert.equal(plain(asAgo(60)), "vor 1 Min.");
  assert.equal(plain(asAgo(3599)), "vor 60 Min.");
  assert.equal(plain(asAgo(7200)), "vor 2 Std.");
});

test("a sentence gets its gaps filled, each as often as it stands there", () => {
  assert.equal(
    fill("{name} places {count}, then {name} rests", { name: "Bo", count: 0 }),
    "Bo places 0, then Bo rests",
  );
});
