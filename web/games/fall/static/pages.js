// The Fall's parts of the pages for everyone; each page fetches only its own.

/** @type {GameScript["play"]} */
export const play = () => import("./play.js");
/** @type {GameScript["replay"]} */
export const replay = () => import("./replay.js");
/** @type {GameScript["table"]} */
export const table = () => import("./table.js");
