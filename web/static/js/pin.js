// The host signs in, or chooses the first PIN.

import { post } from "./connection.js";
import { $, showLine, within } from "./dom.js";

$("pin").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = $("pin", HTMLFormElement);
  const digits = $("digits", HTMLInputElement);
  const answer = await post(form.getAttribute("action") ?? "", { pin: digits.value.trim() });
  const { then } = form.dataset;
  if (!answer.ok) {
    showLine(within(form, ".refusal"), answer.text);
    digits.select();
  } else if (then) location.assign(then);
  else location.reload();
});
