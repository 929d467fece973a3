// The call to whoever is asked: two soft notes and a buzz. Browsers allow a sound only after the first tap, and its
// owner may want none: the switch is remembered on the phone.

const KEPT = "uncalled";
const NOTES = [587, 880]; // hertz
const LONG = 0.22; // seconds a note
const LOUD = 0.25;
const BUZZ = [70, 60, 70]; // milliseconds on, off, on

/** @type {(box: HTMLInputElement) => () => void} */
export function caller(box) {
  box.checked = localStorage.getItem(KEPT) !== "yes";
  box.addEventListener("change", () => {
    localStorage.setItem(KEPT, box.checked ? "no" : "yes");
    if (box.checked) call();
  });
  /** @type {AudioContext | null} */
  let audio = null;

  // Each tap, not only the first: a phone that was locked has put the sound to sleep.
  const unlock = () => {
    audio ??= new AudioContext();
    if (audio.state !== "running") audio.resume();
  };
  for (const touched of ["click", "keydown"]) addEventListener(touched, unlock, { capture: true, passive: true });

  function call() {
    if (!box.checked) return;
    navigator.vibrate?.(BUZZ);
    if (audio?.state === "running") for (const [index, pitch] of NOTES.entries()) note(audio, pitch, index * LONG);
  }

  return call;
}

/** One soft note, that begins in so many seconds. @type {(audio: AudioContext, pitch: number, wait: number) => void} */
function note(audio, pitch, wait) {
  const start = audio.currentTime + wait;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUD, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 2 * LONG);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + 2 * LONG);
}
