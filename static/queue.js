// Results entered at a table: kept on the phone first, then sent, in order and one at a time, until the site has answered.
// Each entry lies alone in localStorage, so two pages open at once cannot lose one another's. Its one-time key goes with it
// however often it is sent, and the site stores what comes with the same key once. What is shown of it is the affair of
// queue_strip.js, which is told by events: this module knows of no page but the forms that it reads.

import { ask, connection, fetchAnew, keepCopy, plain, sentBy, strip } from "./offline_pages.js";

const SHELF = "manilla entry ";
const SHORTEST_PAUSE = 1000; // milliseconds between two tries; every failure doubles them
const LONGEST_PAUSE = 15000;
const SOON_SENT = 10000; // milliseconds in which an entry is usually sent: the desk need not hear of it before
export const sent = []; // numbers of the boards sent since this page was opened
let sending = false;
let hasFailed = false; // whether the last try was answered with an error of the site
let pauseNow = SHORTEST_PAUSE;
let next = null;

/* The shelf ---------------------------------------------------------------------------------------- */

export function everything() {
  const places = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
  return places.sort().map((place) => JSON.parse(localStorage.getItem(place)));
}

function put(entry) {
  localStorage.setItem(entry.place, JSON.stringify(entry));
}

export function stored(entry) {
  return JSON.parse(localStorage.getItem(entry.place));
}

export function remove(entry) {
  localStorage.removeItem(entry.place);
}

export function waiting() {
  return everything().filter((entry) => !entry.refused);
}

function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A place after all others, also when the phone's clock was set back. */
function newPlace(key) {
  const last = everything().pop();
  const number = Math.max(Date.now(), last ? Number(last.place.split(" ")[2]) + 1 : 0);
  return `${SHELF}${String(number).padStart(15, "0")} ${key}`;
}

/** Puts what a form says on the shelf: anew, or in the place of the entry that it corrects, with that one's key. */
export function keep(form, pressed) {
  const corrected = form.dataset.corrects && everything().find((entry) => entry.key === form.dataset.corrects);
  const key = corrected ? corrected.key : newKey();
  const body = sentBy(form, pressed).filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
  const entry = {
    place: corrected ? corrected.place : newPlace(key),
    key,
    version: newKey(), // tells whether it was corrected while it was being sent
    table: strip.dataset.table,
    home: plain(strip.dataset.home),
    board: boardOf(form.action),
    side: form.elements.side.value,
    body,
    words: words(form),
    saidAt: Date.now(), // by this clock, be it right or wrong: the site is told how long ago that is
  };
  put(entry);
  for (const old of everything()) if (old.refused && isSame(old, entry)) remove(old); // this is how it was mended
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

function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

/** How many whole seconds an entry has lain here; nothing of one that another version of this script put here. */
function age(entry) {
  return entry.saidAt ? [["age", Math.floor((Date.now() - entry.saidAt) / 1000)]] : [];
}

/** Sends one entry; whether the site has answered. The token is the cookie's: that of an old page may be out of date. */
export async function send(entry) {
  if (!token()) await ask(entry.home); // which sets it
  const body = new URLSearchParams([...entry.body, ...age(entry), ["key", entry.key], ["csrfmiddlewaretoken", token()]]);
  const answer = await ask(`${entry.home}boards/${entry.board}/`, { method: "POST", body });
  hasFailed = !answer && connection === "error";
  if (!answer || answer.status === 429) return false;
  const table = answer.page.getElementById("queue").dataset.table;
  if (answer.ok && table !== entry.table) return false;
  if (stored(entry)?.version === entry.version) settle(entry, answer, Boolean(table));
  return true;
}

/** Takes an accepted entry off the shelf; a refused one stays, with what the site said about it. */
function settle(entry, answer, isOpen) {
  if (answer.ok) {
    remove(entry);
    sent.push(entry.board);
    keepCopy(answer.address, answer.text);
    fetchAnew();
  } else put({ ...entry, refused: sentences(answer.page), isQuestion: Boolean(answer.page.querySelector("main .doubt")), replaced: !isOpen });
  report("answered", { entry, answer, isOpen });
}

function sentences(page) {
  const said = [...page.querySelectorAll("main .errorlist li, main .problems li, main .doubt > p:not(.doubt-keys), main p[role=alert]")].map(text);
  return said.length ? [...new Set(said)] : [text(page.querySelector("main h2, main h1"))];
}

/** Sends an entry again of which the site has only asked whether it is right: it is. */
export function insist(entry) {
  const body = [...entry.body.filter(([name]) => name !== "sure"), ["sure", "yes"]];
  put({ ...entry, body, refused: undefined, isQuestion: undefined });
  flushNow();
}

/** What the page's polls report to the desk about this phone: how many results it stores, and of which boards. */
export function numbersForDesk() {
  const unsent = waiting().filter((entry) => hasFailed || !(Date.now() - entry.saidAt < SOON_SENT)), refused = everything().filter((entry) => entry.refused);
  const report = { unsent: unsent.length, refused: refused.length, failing: unsent.length && hasFailed ? 1 : 0 };
  return Object.entries({ ...report, unsent_at: boardsAtTables(unsent), refused_at: boardsAtTables(refused) }).filter(([, value]) => value);
}

/** The boards of some entries, each with its table, as the site reads them. */
function boardsAtTables(entries) {
  return entries.slice(0, 24).map((entry) => `${entry.table}.${entry.board}`).join(",");
}

async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(next);
  let all;
  try {
    all = await sendAll();
  } finally {
    sending = false;
  }
  if (!all) tryLater();
  report(all ? "sent" : "unsent");
}

async function sendAll() {
  for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
    if (!(await send(entry))) return false;
    pauseNow = SHORTEST_PAUSE;
  }
  return true;
}

function tryLater() {
  next = setTimeout(flush, pauseNow);
  pauseNow = Math.min(2 * pauseNow, LONGEST_PAUSE);
}

/** Tells whoever shows the queue: "answered" for an entry and its answer, then "sent" when none is left, else "unsent". */
function report(what, detail) {
  document.dispatchEvent(new CustomEvent(`queue:${what}`, { detail }));
}

export function flushNow() {
  pauseNow = SHORTEST_PAUSE;
  if (waiting().length) flush();
}

/** An entry whose code was replaced goes to the new code, once this phone has opened it. */
export function moveHouse() {
  const home = strip.dataset.home && plain(strip.dataset.home);
  for (const entry of everything()) {
    if (entry.replaced && home && entry.table === strip.dataset.table && entry.home !== home) {
      put({ ...entry, home, refused: undefined, replaced: undefined });
    }
  }
}

/* What a form says --------------------------------------------------------------------------------- */

function text(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What a form says, in its own words: a question, its answer, and the symbol of the answer if it has one. */
function words(form) {
  if (!form.matches(".entry")) return [...document.querySelectorAll("main .outcome > div")].map((row) => [...[...row.children].map(text), symbol(row)]);
  return [...form.elements].filter(isSaid).map((field) => {
    const label = field.labels[0];
    if (field.type === "radio") return [text(field.closest("fieldset")?.querySelector("legend")), text(label), symbol(label)];
    return field.type === "checkbox" ? [text(label), "✓"] : [text(label), field.value];
  });
}

/** The symbol that is drawn in a node, by its name in the sprite of every page. */
function symbol(node) {
  return node.querySelector("svg.suit > use")?.getAttribute("href").slice(1);
}

function isSaid(field) {
  if (!field.name || !field.labels?.length || !field.value) return false;
  return !["radio", "checkbox"].includes(field.type) || field.checked;
}

/* When --------------------------------------------------------------------------------------------- */

document.addEventListener("visibilitychange", () => document.hidden || flushNow());
addEventListener("pageshow", flushNow);
addEventListener("online", flushNow);
