// Results entered at a table: kept on the phone first, then sent, in order and one at a time, until the site has answered.
// Each entry lies alone in localStorage, so two pages open at once cannot lose one another's. Its one-time key goes with it
// however often it is sent, and the site stores what comes with the same key once.

const SHELF = "manilla entry ";
const SHORTEST_PAUSE = 1000; // milliseconds between two tries; every failure doubles them
const LONGEST_PAUSE = 15000;
const USUAL = 3000; // an answer that takes longer is not waited for on the form
const sent = []; // numbers of the boards sent since this page was opened
let sending = false;
let trouble = waiting().length > 0; // whether the last try failed
let pauseNow = SHORTEST_PAUSE;
let next = null;
let shown = null; // the key of the entry that the page stands for

/* The shelf ---------------------------------------------------------------------------------------- */

function everything() {
  const places = Object.keys(localStorage).filter((name) => name.startsWith(SHELF));
  return places.sort().map((place) => JSON.parse(localStorage.getItem(place)));
}

function put(entry) {
  localStorage.setItem(entry.place, JSON.stringify(entry));
}

function stored(entry) {
  return JSON.parse(localStorage.getItem(entry.place));
}

function remove(entry) {
  localStorage.removeItem(entry.place);
}

function waiting() {
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
function keep(form, pressed) {
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
  };
  put(entry);
  for (const old of everything()) if (old.refused && isSame(old, entry)) remove(old); // this is how it was mended
  return entry;
}

function isSame(one, other) {
  return one.key !== other.key && one.table === other.table && one.board === other.board && one.side === other.side;
}

function boardOf(address) {
  return new URL(address, location).pathname.match(/\/boards\/(\d+)\/$/)?.[1];
}

function isEntry(form) {
  return Boolean(strip.dataset.home && boardOf(form.action) && form.elements.key && form.elements.side?.value);
}

/* Sending ------------------------------------------------------------------------------------------ */

function token() {
  return document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";
}

/** Sends one entry; whether the site has answered. The token is the cookie's: that of an old page may be out of date. */
async function send(entry) {
  if (!token()) await ask(entry.home); // which sets it
  const body = new URLSearchParams([...entry.body, ["key", entry.key], ["csrfmiddlewaretoken", token()]]);
  const answer = await ask(`${entry.home}boards/${entry.board}/`, { method: "POST", body });
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
    copies.set(plain(answer.address), { text: answer.text });
    fetchAnew();
  } else put({ ...entry, refused: sentences(answer.page), replaced: !isOpen });
  if (shown === entry.key) {
    show(answer.page, answer.address);
    if (!answer.ok && isOpen) shown = entry.key; // the page says itself what is wrong
  }
}

function sentences(page) {
  const said = [...page.querySelectorAll("main .errorlist li, main .problems li, main .doubt > p:not(.doubt-keys), main p[role=alert]")].map(text);
  return said.length ? [...new Set(said)] : [text(page.querySelector("main h2, main h1"))];
}

async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(next);
  try {
    trouble = !(await sendAll());
  } finally {
    sending = false;
  }
  if (trouble) tryLater();
  render();
}

async function sendAll() {
  for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
    if (!(await send(entry))) return false;
    pauseNow = SHORTEST_PAUSE;
    render();
  }
  return true;
}

function tryLater() {
  next = setTimeout(flush, pauseNow);
  pauseNow = Math.min(2 * pauseNow, LONGEST_PAUSE);
  showKept(waiting().find((entry) => entry.key === shown));
}

function flushNow() {
  pauseNow = SHORTEST_PAUSE;
  if (waiting().length) flush();
}

/** An entry whose code was replaced goes to the new code, once this phone has opened it. */
function moveHouse() {
  const home = strip.dataset.home && plain(strip.dataset.home);
  for (const entry of everything()) {
    if (entry.replaced && home && entry.table === strip.dataset.table && entry.home !== home) {
      put({ ...entry, home, refused: undefined, replaced: undefined });
    }
  }
}

/** Sends a refused entry again and shows what the site says: the form as it was filled in, with what is wrong. */
async function mend(entry) {
  shown = entry.key;
  if (await send(entry)) return render();
  shown = null;
  tell(strip.dataset.unsent);
}

/** The form again, filled in; sent, it takes the place of the entry. */
async function correct(entry) {
  const answer = await get(`${entry.home}boards/${entry.board}/`);
  const form = answer?.page.querySelector("form.entry");
  if (!form) return answer ? show(answer.page, answer.address) : tell(strip.dataset.nowhere);
  form.dataset.corrects = entry.key;
  fill(form, entry.body);
  show(answer.page, answer.address);
  for (const field of form.querySelectorAll("input.number")) field.dispatchEvent(new Event("input", { bubbles: true }));
}

function fill(form, body) {
  const said = new Map(body);
  for (const field of form.elements) {
    if (!field.name || ["key", "csrfmiddlewaretoken"].includes(field.name) || field.type === "submit") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = said.get(field.name) === field.value;
    else field.value = said.get(field.name) ?? "";
    if (said.get(field.name)) field.closest("details")?.setAttribute("open", "");
  }
}

/* What a form says --------------------------------------------------------------------------------- */

function text(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What a form says, in its own words: pairs of a question and its answer. */
function words(form) {
  if (!form.matches(".entry")) return [...document.querySelectorAll("main .said > div")].map((row) => [...row.children].map(text));
  return [...form.elements].filter(isSaid).map((field) => {
    const label = text(field.labels[0]);
    if (field.type === "radio") return [text(field.closest("fieldset")?.querySelector("legend")), label];
    return field.type === "checkbox" ? [label, "✓"] : [label, field.value];
  });
}

function isSaid(field) {
  if (!field.name || !field.labels?.length || !field.value) return false;
  return !["radio", "checkbox"].includes(field.type) || field.checked;
}

/* When --------------------------------------------------------------------------------------------- */

// Before all others: a form that is kept here is sent by nobody else.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!isEntry(form)) return;
    let entry;
    try {
      entry = keep(form, event.submitter);
    } catch {
      return; // no room to keep it: the form sends itself, as without a script
    }
    event.preventDefault();
    event.stopPropagation();
    form.inert = true; // pressed twice, it is one entry
    shown = entry.key;
    setTimeout(() => {
      if (shown !== entry.key || !stored(entry) || stored(entry).refused) return;
      trouble = true;
      showKept(entry);
      render();
    }, USUAL);
    flushNow();
  },
  true,
);

document.addEventListener("visibilitychange", () => document.hidden || flushNow());
addEventListener("pageshow", flushNow);
addEventListener("online", flushNow);
