// Results entered at a table: kept on the phone first, then sent, in order and one at a time, until the site has answered.
// Each entry lies alone in localStorage, so two pages open at once cannot lose one another's. Its one-time key goes with it
// however often it is sent, and the site stores what comes with the same key once.

const SHELF = "manilla entry ";
const LONGEST_PAUSE = 15000; // milliseconds between two tries
const USUAL = 3000; // an answer that takes longer is not waited for on the form
const sent = []; // numbers of the boards sent since this page was opened
let sending = false;
let trouble = waiting().length > 0; // whether the last try failed
let pauseNow = 1000;
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
  const said = [...page.querySelectorAll("main .errorlist li, main .problems li, main p[role=alert]")].map(text);
  return said.length ? [...new Set(said)] : [text(page.querySelector("main h2, main h1"))];
}

async function flush() {
  if (sending) return;
  sending = true;
  clearTimeout(next);
  for (let entry = waiting()[0]; entry; entry = waiting()[0]) {
    const answered = await send(entry);
    trouble = !answered;
    if (trouble) break;
    pauseNow = 1000;
    render();
  }
  sending = false;
  if (trouble && waiting().length) {
    next = setTimeout(flush, pauseNow);
    pauseNow = Math.min(2 * pauseNow, LONGEST_PAUSE);
    showKept(waiting().find((entry) => entry.key === shown));
  }
  render();
}

function flushNow() {
  pauseNow = 1000;
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

/* What is shown ------------------------------------------------------------------------------------ */

function text(node) {
  return node?.textContent.replace(/\s+/g, " ").trim() ?? "";
}

/** What a form says, in its own words: pairs of a question and its answer. */
function words(form) {
  if (!form.matches(".entry")) return [...document.querySelectorAll("main .said > div")].map((row) => [...row.children].map(text));
  return [...form.elements].filter(isSaid).map((field) => {
    const label = text(field.labels[0]);
    if (field.type === "radio") return [text(field.closest("fieldset").querySelector("legend")), label];
    return field.type === "checkbox" ? [label, "✓"] : [label, field.value];
  });
}

function isSaid(field) {
  if (!field.name || !field.labels?.length || !field.value) return false;
  return !["radio", "checkbox"].includes(field.type) || field.checked;
}

/** A sentence of the strip with its gaps filled: data-waiting="Waiting: {number}". */
function sentence(name, gaps = {}) {
  return Object.entries(gaps).reduce((said, [gap, value]) => said.replace(`{${gap}}`, value), strip.dataset[name]);
}

function named(boards) {
  return boards.map((board) => sentence("board", { board })).join(", ");
}

/** Over plain HTTP the page itself is all that can send, and all that can be shown. */
function dependsOnThisPage() {
  return !navigator.serviceWorker?.controller;
}

function news() {
  const kept = waiting();
  if (!kept.length) return sent.length ? sentence("sent", { boards: named(sent.slice(-3)) }) : "";
  const said = sentence("waiting", { number: kept.length, boards: named(kept.map((entry) => entry.board)) });
  return dependsOnThisPage() ? `${said} ${sentence("stay")}` : said;
}

function render() {
  const said = strip.querySelector("[role=status]");
  if (trouble || !waiting().length) if (said.textContent !== news()) said.textContent = news();
  said.classList.toggle("is-waiting", trouble && waiting().length > 0);
  showCards();
  markKept();
}

/** A card for each refused entry, except the one whose form is open. */
function showCards() {
  const refused = everything().filter((entry) => entry.refused && entry.key !== shown);
  const list = strip.querySelector("[data-cards]");
  const seen = refused.map((entry) => entry.key + entry.refused).join();
  if (list.dataset.seen === seen) return; // a card that is being read stays as it is
  list.dataset.seen = seen;
  list.replaceChildren(...refused.map(card));
}

function card(entry) {
  const made = copyOf("card");
  made.querySelector("[data-title]").textContent = sentence("refused", { board: entry.board });
  for (const each of entry.refused) made.querySelector("[data-sentences]").append(item(each));
  describe(made, entry);
  made.querySelector("[data-mend]").hidden = entry.replaced;
  made.querySelector("[data-type]").hidden = !entry.replaced;
  made.querySelector("[data-mend]").addEventListener("click", () => mend(entry));
  made.querySelector("[data-put-away]").addEventListener("click", () => {
    remove(entry);
    render();
  });
  return made;
}

function item(said) {
  const made = document.createElement("li");
  made.textContent = said;
  return made;
}

function copyOf(name) {
  return strip.querySelector(`template[data-${name}]`).content.firstElementChild.cloneNode(true);
}

function describe(made, { words }) {
  for (const [question, answer] of words) {
    const row = document.createElement("div");
    for (const [tag, said] of [["dt", question], ["dd", answer]]) row.append(Object.assign(document.createElement(tag), { textContent: said }));
    made.querySelector("dl").append(row);
  }
}

/** The board to be played next, as far as this phone knows: due, and not kept here. */
function nextBoard() {
  const kept = waiting().filter((entry) => entry.table === strip.dataset.table);
  return knownBoards().find(({ number, state }) => state === "due" && !kept.some((entry) => entry.board === number));
}

/** Points a key to the next board, or to the table where no board is left. */
function pointOn(link) {
  const on = nextBoard();
  link.href = on ? on.address : strip.dataset.home;
  link.textContent = on ? sentence("next", { board: on.number }) : sentence("onward");
}

/** In the place of a form: what is kept of it, and the way on. */
function showKept(entry) {
  const main = document.getElementById("main");
  if (!entry || main.querySelector(`[data-kept="${entry.key}"]`)) return;
  shown = entry.key;
  const made = copyOf("kept");
  made.dataset.kept = entry.key;
  made.querySelector("h1").textContent = sentence("board", { board: entry.board });
  made.querySelector("[data-stay]").hidden = !dependsOnThisPage();
  describe(made, entry);
  pointOn(made.querySelector("[data-on]"));
  made.querySelector("[data-correct]").addEventListener("click", () => correct(entry));
  main.className = "narrow table-sheet";
  main.replaceChildren(made);
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** On a copy of the table's page, boards kept here say so, and its one key leads past them. */
function markKept() {
  for (const entry of waiting()) {
    for (const link of document.querySelectorAll(`main a[href$="/boards/${entry.board}/"]`)) {
      if (entry.table !== strip.dataset.table || shown) continue;
      if (link.matches(".primary")) pointOn(link);
      else if (link.querySelector(".chip")) link.querySelector(".chip").replaceChildren(strip.dataset.keptState);
    }
  }
}

/** After another page was opened: a board that waits here is shown as it was kept, unless it is being corrected. */
function opened() {
  shown = null;
  moveHouse();
  const board = boardOf(location.href);
  const here = waiting().filter((entry) => entry.table === strip.dataset.table && entry.board === board).pop();
  const corrects = document.querySelector("form[data-corrects]");
  if (here && !corrects && [...document.forms].some(isEntry)) showKept(here);
  render();
  flushNow();
}

/* What happens ------------------------------------------------------------------------------------- */

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

document.addEventListener("shown", opened);
document.addEventListener("visibilitychange", () => document.hidden || flushNow());
addEventListener("pageshow", flushNow);
addEventListener("online", flushNow);
addEventListener("storage", render);
opened();
