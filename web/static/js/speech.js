// What the table screen says aloud, if somebody switched it on; a screen that cannot speak offers no switch.

import { around } from "./dom.js";

const KEPT = "speak";

/**
 * Says what is new, while `box` is checked. A browser that has not been touched since the page opened may not speak:
 * `refused` asks for a tap then.
 * @type {(box: HTMLInputElement, refused: HTMLElement) => (text: string) => void}
 */
export function speaker(box, refused) {
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

  /** @param {string} text */
  function speak(text) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    words.onerror = ({ error }) => {
      if (error === "not-allowed") refused.hidden = false;
    };
    // The newest matters; nobody wants to hear what is over.
    voice.cancel();
    voice.speak(words);
  }

  addEventListener("click", () => {
    if (!refused.hidden && said && box.checked) speak(said);
    refused.hidden = true;
  });
  return (text) => {
    if (!text || text === said) return;
    const first = said === null;
    said = text;
    // What was there when the page opened is no news.
    if (!first && box.checked) speak(text);
  };
}
