// Numbers and times as the page's language writes them.

const language = document.documentElement.lang;
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @type {(share: number) => string} */
export const asPercent = (share) => percent.format(share);

/** As much as the eye can follow. @type {(share: number) => string} */
export const asWholePercent = (share) => percent.format(Math.round(100 * share) / 100);

/** @type {(number: number) => string} */
export const asDecimal = (number) => decimal.format(number);

/** @type {(seconds: number) => string} */
export function asAgo(seconds) {
  if (seconds < 60) return ago.format(-Math.round(seconds), "second");
  if (seconds < 3600) return ago.format(-Math.round(seconds / 60), "minute");
  return ago.format(-Math.round(seconds / 3600), "hour");
}

/** When it was, from seconds since 1970. @type {(at: number, dateStyle?: "medium" | "long") => string} */
export const asDate = (at, dateStyle = "medium") =>
  new Intl.DateTimeFormat(language, { dateStyle, timeStyle: "short" }).format(new Date(at * 1000));
