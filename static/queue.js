// The queue of results entered at a table: stored on the phone first, then sent in order, one at a time, until the site answers.
// Each entry has its own item in localStorage, so that two open pages cannot overwrite each other's. It is always sent with the
// same idempotency key, so the site stores it once. queue_strip.js displays the queue; it learns of changes by events. This
// module reads forms, and changes no page. The properties of a stored entry must not be renamed: older scripts wrote them.

import { fetchPage, connection, refetchPages, storeCopy, withoutFragment, formFields, strip } from "./offline_pages.js";

const STORAGE_PREFIX = "manilla entry ";
const MIN_RETRY_MS = 1000; // between two attempts; every failure doubles it
const MAX_RETRY_MS = 15000;
const REPORT_AFTER_MS = 10000; // an entry is reported to the desk as unsent after this time; most are sent by then
export const sent = []; // numbers of the boards that were sent since this page was opened
let sending = false;
let hasFailed = false; // whether the last attempt got a server error
let retryDelay = MIN_RETRY_MS;
let retryTimer = null;

/* Storage ------------------------------------------------------------------------------------------ */

export function allEntries() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(STORAGE_PREFIX));
  return names.sort().map((name) => JSON.parse(localStorage.getItem(name)));
}

function storeItem(entry) {
  localStorage.setItem(entry.place, JSON.stringify(entry));
}

export function stored(entry) {
  return JSON.parse(localStorage.getItem(entry.place));
}

export function remove(entry) {
  localStorage.removeItem(entry.place);
}

export function unsentEntries() {
  return allEntries().filter((entry) => !entry.refused);
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A storage name that sorts after all others, even if the phone's clock was set back. */
function newStorageName(key) {
  const last = allEntries().pop();
  const number = Math.max(Date.now(), last ? Number(last.place.split(" ")[2]) + 1 : 0);
  return `${STORAGE_PREFIX}${String(number).padStart(15, "0")} ${key}`;
}

/** Store the values of a form as a new entry, or in place of the entry that it corrects, with the same key. */
export function storeEntry(form, pressed) {
  const corrected = form.dataset.corrects && allEntries().find((entry) => entry.key === form.dataset.corrects);
  const key = corrected ? corrected.key : newKey();
  const body = formFields(form, pressed).filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
  const entry = {
    place: corrected ? corrected.place : newStorageName(key),
    key,
    version: newKey(), // differs if it was corrected while it was being sent
    table: strip.dataset.table,
    home: withoutFragment(strip.dataset.home),
    board: boardOf(form.action),
    side: form.elements.side.value,
    body,
    words: answersOf(form),
    saidAt: Date.now(), // by the phone's clock, right or wrong: the site gets the age, not the time
  };
  storeItem(entry);
  for (const old of allEntries()) if (old.refused && isSame(old, entry)) remove(old); // the new entry replaces the refused one
  return entry;
}

function isSame(one, other) {
  return one.key !== other.key && one.table === other.table && one.board === other.board && one.side === other.side;
}

export function boardOf(address) {
  return new URL(address, location).pathname.match(/\/boards\/(\d+)\/$/)?.[1];
}

export function isEntry(form) {
  return Boolean(strip.dataset.home && boardOf(form.action) && form.elements.key && form.elements.side?.value);
}

/* Sending ------------------------------------------------------------------------------------------ */

function csrfToken() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

/** The field with the age of an entry in whole seconds; none if an older version of this script stored it. */
function ageField(entry) {
  return entry.saidAt ? [["age", Math.floor((Date.now() - entry.saidAt) / 1000)]] : [];
}

/** Send one entry, and return whether the site has answered. The CSRF token of an old page may have expired: the cookie has it. */
export async function send(entry) {
  if (!csrfToken()) await fetchPage(entry.home); // sets the cookie
  const body = new URLSearchParams([...entry.body, ...ageField(entry), ["key", entry.key], ["csrfmiddlewaretoken", csrfToken()]]);
  const answer = await fetchPage(`${entry.home}boards/${entry.board}/`, { method: "POST", body });
  hasFailed = !answer && connection === "error";
  if (!answer || answer.status === 429) return false;
  const table = answer.page.getElementById("queue").dataset.table;
  if (answer.ok && table !== entry.table) return false;
  if (stored(entry)?.version === entry.version) handleAnswer(entry, answer, Boolean(table));
  return true;
}

/** Remove an accepted entry; keep a refused one with the problems that the site reported. */
function handleAnswer(entry, answer, isOpen) {
  if (answer.ok) {
    remove(entry);
    sent.push(entry.board);
    storeCopy(answer.address, answer.text);
    refetchPages();
  } else storeItem({ ...entry, refused: problemTexts(answer.page), isQuestion: Boolean(answer.page.querySelector("main .doubt")), replaced: !isOpen });
  report("answered", { entry, answer, isOpen });
}

function problemTexts(page) {
  const texts = [...page.querySelectorAll("main .errorlist li, main .problems li, main .doubt > p:not(.doubt-keys), main p[role=alert]")].map(text);
  return texts.length ? [...new Set(texts)] : [text(page.querySelector("main h2, main h1"))];
}

/** Send an entry again after its reader has confirmed that an unlikely result is right. */
export function confirmEntry(entry) {
  const body = [...entry.body.filter(([name]) => name !== "sure"), ["sure", "yes"]];
  storeItem({ ...entry, body, refused: undefined, isQuestion: undefined });
  flushNow();
}

/** The parameters with which the page's polls report this phone's unsent and refused results to the desk. */
export function deskReport() {
  const unsent = unsentEntries().filter((entry) => hasFailed || !(Date.now() - entry.saidAt < REPORT_AFTER_MS)), refused = allEntries().filter((entry) => entry.refused);
  const counts = { unsent: unsent.length, refused: refused.length, failing: unsent.length && hasFailed ? 1 : 0 };
  return Object.entries({ ...counts, unsent_at: boardsAtTables(unsent), refused_at: boardsAtTables(refused) }).filter(([, value]) => value);
}

/** The tables and boards of some entries, in the format that the site parses: table.board,table.board. */
function boardsAtTables(entries) {
  return entries.slice(0, 24).map((entry) => `${entry.table}.${entry.board}`).join(",");
}

/** Send all unsent entries; after a failure, try again later. */
async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(retryTimer);
  let isAllSent;
  try {
    isAllSent = await sendAll();
  } finally {
    sending = false;
  }
  if (!isAllSent) retryLater();
  report(isAllSent ? "sent" : "unsent");
}

async function sendAll() {
  for (let entry = unsentEntries()[0]; entry; entry = unsentEntries()[0]) {
    if (!(await send(entry))) return false;
    retryDelay = MIN_RETRY_MS;
  }
  return true;
}

function retryLater() {
  retryTimer = setTimeout(flush, retryDelay);
  retryDelay = Math.min(2 * retryDelay, MAX_RETRY_MS);
}

/** Dispatch queue:answered with an entry and its answer, queue:sent once none is left, or queue:unsent after a failure. */
function report(name, detail) {
  document.dispatchEvent(new CustomEvent(`queue:${name}`, { detail }));
}

export function flushNow() {
  retryDelay = MIN_RETRY_MS;
  if (unsentEntries().length) flush();
}

/** Send entries whose table has a new code to that code, once this phone has opened its page. */
export function moveToNewCode() {
  const home = strip.dataset.home && withoutFragment(strip.dataset.home);
  for (const entry of allEntries()) {
    if (entry.replaced && home && entry.table === strip.dataset.table && entry.home !== home) {
      storeItem({ ...entry, home, refused: undefined, replaced: undefined });
    }
  }
}

/* The values of a form ----------------------------------------------------------------------------- */

function text(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** The values of a form as texts: a label, the answer, and the symbol of the answer if it has one. */
function answersOf(form) {
  if (!form.matches(".entry")) return [...document.querySelectorAll("main .outcome > div")].map((row) => [...[...row.children].map(text), symbol(row)]);
  return [...form.elements].filter(isFilledIn).map((field) => {
    const label = field.labels[0];
    if (field.type === "radio") return [text(field.closest("fieldset")?.querySelector("legend")), text(label), symbol(label)];
    return field.type === "checkbox" ? [text(label), "✓"] : [text(label), field.value];
  });
}

/** The name of the symbol drawn in a node, in the sprite of every page. */
function symbol(node) {
  return node.querySelector("svg.suit > use")?.getAttribute("href").slice(1);
}

function isFilledIn(field) {
  if (!field.name || !field.labels?.length || !field.value) return false;
  return !["radio", "checkbox"].includes(field.type) || field.checked;
}

/* Triggers ----------------------------------------------------------------------------------------- */

document.addEventListener("visibilitychange", () => document.hidden || flushNow());
addEventListener("pageshow", flushNow);
addEventListener("online", flushNow);
