// The host signs in, or chooses the first PIN.

import { $, showLine } from "./dom.js";
import { post } from "./link.js";

$("pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post("/api/host/pin", { pin: $("digits").value.trim() });
  if (answer.ok) return location.reload();
  showLine($("pin").querySelector(".refusal"), answer.text);
  $("digits").select();
});
