// Asks now and then whether the companion has found room to start, and then shows the page that was wanted.

const PAUSE = 3000; // milliseconds

setInterval(async () => {
  try {
    if ((await fetch(location.href)).status !== 503) location.reload();
  } catch {
    // It is just starting.
  }
}, PAUSE);
