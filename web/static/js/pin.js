// The host signs in, or chooses the first PIN.

import { $, showLine } from "./dom.js";
import { post } from "./link.js";

$("pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post($("pin").getAttribute("action"), { pin: $("digits").value.trim() });
  const then = $("pin").dataset.then;
  if (answer.ok) return then ? location.assign(then) : location.reload();
  showLine($("pin").querySelector(".refusal"), answer.text);
  $("digits").select();
});
