// What the table screen says aloud, if somebody switched it on; a screen that cannot speak offers no switch.

import { around } from "./dom.js";

const KEPT = "speak";

/** @type {(box: HTMLInputElement) => (text: string) => void} */
export function speaker(box) {
  const voice = window.speechSynthesis;
  if (!voice) return () => {};
  around(box, "label").hidden = false;
  box.checked = localStorage.getItem(KEPT) === "yes";
  box.addEventListener("change", () => {
    localStorage.setItem(KEPT, box.checked ? "yes" : "no");
    if (!box.checked) voice.cancel();
  });
  /** @type {string | null} */
  let said = null;
  return (text) => {
    if (!text || text === said) return;
    const first = said === null;
    said = text;
    // What was there when the page opened is no news.
    if (first || !box.checked) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    // The newest matters; nobody wants to hear what is over.
    voice.cancel();
    voice.speak(words);
  };
}
