import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.mjs";

openPage({});
const { tidy } = await import("../../../web/static/js/fields/words.js");

test("what is typed becomes what the table takes: nothing unseen, single spaces", () => {
  assert.equal(tidy("  Old\t\tquarry \n"), "Old quarry");
  assert.equal(tidy("a\u00a0b\u2028c\u202ed\u200be\u0000f\ud800g"), "a b c d e f g");
  assert.equal(tidy("<b>{x}</b> ᚠ 🪓 “Älv”"), "<b>{x}</b> ᚠ 🪓 “Älv”");
  assert.equal(tidy(" \u200b "), "");
});
