// What the table screen says aloud, if somebody switched it on; a screen that cannot speak offers no switch.

const KEPT = "speak";

export function speaker(box) {
  const voice = window.speechSynthesis;
  if (!voice) return () => {};
  box.parentElement.hidden = false;
  box.checked = localStorage.getItem(KEPT) === "yes";
  box.addEventListener("change", () => {
    localStorage.setItem(KEPT, box.checked ? "yes" : "no");
    if (!box.checked) voice.cancel();
  });
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
