// The newest row of the table that this phone has seen, kept over restarts: a table that comes back older is found out.

const KEY = "witness";

/** What was seen last; nothing where the browser keeps nothing. */
export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keep it unless something newer was seen. @param {string} seen */
export function remember(seen) {
  if (!seen || Number.parseInt(seen, 10) < Number.parseInt(remembered() || "0", 10)) return;
  try {
    localStorage.setItem(KEY, seen);
  } catch {
    // Then this phone is no witness.
  }
}
