import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.mjs";

openPage({});
const { together } = await import("../../../web/static/js/dom.js");

test("what is counted stays on the line of its number, and nothing else is held together", () => {
  assert.equal(together("Glacier, jusqu’à 2 trolls"), "Glacier, jusqu’à 2\u00a0trolls");
  assert.equal(together("10 écus, 3 % de 44"), "10\u00a0écus, 3 % de 44");
  assert.equal(together("1 × rouge, 3 × blanc"), "1\u00a0×\u00a0rouge, 3\u00a0×\u00a0blanc");
  assert.equal(together("Fjord 2, then Fjord 1"), "Fjord 2, then Fjord 1");
});
