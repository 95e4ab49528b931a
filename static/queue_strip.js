// What a table's page shows of its queue (queue.js): the line among the notices, a card for each refused entry, what was kept of
// a form, and the way on. Every word comes from the template's data attributes.

import { connection, get, ignoreSecondTap, knownBoards, plain, sentence, show, strip, tell } from "./offline_pages.js";
import { boardOf, everything, flushNow, insist, isEntry, keep, moveHouse, numbersForDesk, remove, send, sent, stored, waiting } from "./queue.js";
import { isInRange } from "./entry_checks.js";

const STAYS = ".sheet-head, .sheet-foot, #aloud"; // on a board's page while its form gives way
const READ = 8000; // milliseconds for which the line says what was sent
const USUAL = 3000; // milliseconds; an answer that takes longer is not waited for on the form
let shown = null; // the key of the entry that the page stands for
let forgetting = null;
let trouble = waiting().length > 0; // whether the last try failed

function line() {
  return document.getElementById("queue-line");
}

/** Boards by their names, each once, the last three. */
function named(boards) {
  return [...new Set(boards)].slice(-3).map((board) => sentence("board", { board })).join(", ");
}

/** Over plain HTTP the page itself is all that can send, and all that can be shown. */
function dependsOnThisPage() {
  return !navigator.serviceWorker?.controller;
}

/** Why an entry is still on the phone, and whether its page must stay open. */
function why() {
  const reason = sentence({ answered: "slow", busy: "busy", error: "error", none: "none" }[connection]);
  return dependsOnThisPage() ? `${reason} ${sentence("stay")}` : reason;
}

function refused() {
  return everything().filter((entry) => entry.refused && entry.key !== shown);
}

/** What the line says: what was refused, else what waits, else what was sent, or that the page cannot ask again. */
function news() {
  const [first] = refused(), kept = waiting();
  if (first) return sentence(first.isQuestion ? "question" : "refused", { board: first.board });
  if (kept.length) return sentence("waiting", { number: kept.length, boards: named(kept.map((entry) => entry.board)) });
  if (connection === "none" || connection === "error") return sentence(connection === "none" ? "pageNone" : "pageError");
  return sent.length ? sentence("sent", { boards: named(sent) }) : "";
}

/** Whether the line says that all is sent, and nothing else. */
function isSent() {
  return sent.length > 0 && news() === sentence("sent", { boards: named(sent) });
}

/** What is below the line once it is opened: why something waits, and what its reader may do. */
function explanation() {
  return waiting().length ? why() : news();
}

function render() {
  const said = line().querySelector("[role=status]");
  const isNews = said.textContent !== news() && (trouble || !waiting().length); // what is sent at once need not wait
  if (isNews) said.textContent = news();
  if (isNews || trouble) line().querySelector("[data-explanation]").textContent = explanation();
  line().hidden = !said.textContent;
  const asksFirst = Boolean(refused()[0]?.isQuestion); // a question is no error
  line().classList.toggle("warning", asksFirst || (trouble && waiting().length > 0));
  line().classList.toggle("sent", isSent());
  line().classList.toggle("error", (refused().length > 0 && !asksFirst) || connection === "error");
  for (const reason of document.querySelectorAll("main [data-why]")) reason.textContent = why();
  showCards();
  markKept();
}

/** A card for each refused entry, except the one whose form is open. */
function showCards() {
  const list = line().querySelector("[data-cards]");
  const seen = refused().map((entry) => entry.key + entry.refused).join();
  if (list.dataset.seen === seen) return; // a card that is being read stays as it is
  list.dataset.seen = seen;
  list.replaceChildren(...refused().map(card));
  if (!seen) line().open = false;
}

function card(entry) {
  const made = copyOf("card");
  made.classList.add(entry.isQuestion ? "warning" : "error");
  made.querySelector("[data-title]").textContent = sentence(entry.isQuestion ? "question" : "refused", { board: entry.board });
  for (const each of entry.refused) made.querySelector("[data-sentences]").append(item(each));
  describe(made, entry);
  made.querySelector("[data-sure]").hidden = !entry.isQuestion;
  made.querySelector("[data-mend]").hidden = entry.replaced;
  made.querySelector("[data-type]").hidden = !entry.replaced;
  made.querySelector("[data-sure]").addEventListener("click", () => {
    made.inert = true; // pressed twice, it is sent once
    insist(entry);
    render();
  });
  made.querySelector("[data-mend]").addEventListener("click", () => mend(entry));
  made.querySelector("[data-put-away]").addEventListener("click", () => {
    remove(entry);
    if (shown === entry.key || document.querySelector("main a[data-way-on]")) openAgain();
    else render();
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
  for (const [question, answer, symbol] of words) {
    const row = document.createElement("div");
    for (const [tag, said] of [["dt", question], ["dd", answer]]) row.append(Object.assign(document.createElement(tag), { textContent: said }));
    if (symbol) row.lastChild.replaceChildren(withSymbol(symbol, answer));
    made.querySelector("dl").append(row);
  }
}

/** An answer with its symbol before it, as the site shows it. */
function withSymbol(symbol, answer) {
  const call = copyOf("call");
  call.querySelector("svg").classList.add(symbol);
  call.querySelector("use").setAttribute("href", `#${symbol}`);
  call.querySelector("span").textContent = answer;
  return call;
}

/** The next board of this round, as far as this phone knows: to be confirmed, else without a result, and not kept here. */
function nextBoard() {
  const kept = waiting().filter((entry) => entry.table === strip.dataset.table);
  const left = knownBoards().filter(({ number, isOfRound }) => isOfRound && !kept.some((entry) => entry.board === number));
  return left.find(({ isToConfirm }) => isToConfirm) ?? left.find(({ state }) => state === "due");
}

/** Points a key to the next board, or to the table where no board is left. */
function pointOn(link) {
  const on = nextBoard();
  link.href = on ? on.address : strip.dataset.home;
  link.textContent = on ? sentence(on.isToConfirm ? "confirm" : "next", { board: on.number }) : sentence("onward");
}

/** The page of this address once more, where what stood in the place of its form was discarded. */
async function openAgain() {
  const answer = await get(plain(location.href));
  if (answer) show(answer.page, answer.address, { isNew: false });
  else tell("nowhere");
}

/** In the place of a form: what is kept of it, and the way on. */
function showKept(entry) {
  const main = document.getElementById("main");
  if (!entry || main.querySelector(`[data-kept="${entry.key}"]`)) return;
  shown = entry.key;
  const made = copyOf("kept");
  made.dataset.kept = entry.key;
  describe(made, entry);
  made.querySelector("[data-why]").textContent = why();
  pointOn(made.querySelector("[data-on]"));
  made.querySelector("[data-correct]").addEventListener("click", () => correct(entry));
  replaceForm(made);
  main.focus({ preventScroll: true });
  ignoreSecondTap();
  scrollTo(0, 0);
}

function replaceForm(made) {
  const main = document.getElementById("main");
  for (const child of [...main.children]) if (!child.matches(STAYS)) child.remove();
  for (const names of main.querySelectorAll("[data-names]")) names.hidden = false;
  main.querySelector(".sheet-head").after(made);
}

/** In the place of a form: what the site asked about the result that this phone has of the board. */
function showQuestion(entry) {
  shown = entry.key;
  replaceForm(card(entry));
}

/** The entries of this table of which the site has asked whether they are right. */
function asked() {
  return everything().filter((entry) => entry.refused && entry.isQuestion && entry.table === strip.dataset.table);
}

/** On the table's page, boards kept here say so, and its main button is a question about one, else past them. */
function markKept() {
  if (shown) return;
  for (const entry of [...waiting(), ...asked()]) {
    if (entry.table !== strip.dataset.table) continue;
    for (const chip of document.querySelectorAll(`main a[data-board="${entry.board}"] .chip`)) {
      chip.replaceChildren(entry.refused ? strip.dataset.askedState : strip.dataset.keptState);
    }
  }
  const wayOn = document.querySelector("main a[data-way-on]");
  if (wayOn) pointWayOn(wayOn);
}

/** The row that is the main button of the table's page: a question about its board, else the next board that is not kept here. */
function pointWayOn(first) {
  const [question] = asked(), isKept = waiting().some((entry) => entry.table === strip.dataset.table && entry.board === first.dataset.board);
  const board = question?.board ?? (isKept ? nextBoard()?.number : first.dataset.board), list = first.closest("ul");
  for (const row of list.querySelectorAll("a[data-board]")) row.classList.toggle("primary", row.dataset.board === board);
  const asks = question && list.querySelector(".primary .lead");
  if (asks) asks.textContent = sentence("question", { board: question.board });
  // Where nothing is left to do but to wait for the network, that is said.
  const said = list.parentElement.querySelector("[data-why]") ?? list.parentElement.appendChild(Object.assign(document.createElement("p"), { className: "notice warning" }));
  said.dataset.why = "";
  said.hidden = Boolean(board);
  said.textContent = board ? "" : why();
}

/** After another page was opened: a board that waits here is shown as it was kept, unless it is being corrected. */
function opened() {
  shown = null;
  line().open = false;
  moveHouse();
  const board = boardOf(location.href);
  const here = waiting().filter((entry) => entry.table === strip.dataset.table && entry.board === board).pop();
  const corrects = document.querySelector("form[data-corrects]");
  const question = asked().find((entry) => entry.board === board);
  const isAnswered = corrects || document.querySelector("main .doubt"); // the page shows what was typed itself
  if (!isAnswered && [...document.forms].some(isEntry)) {
    if (here) showKept(here);
    else if (question) showQuestion(question);
  }
  render();
  flushNow();
}

/** Sends a refused entry again and shows what the site says: the form as it was filled in, with what is wrong. */
async function mend(entry) {
  shown = entry.key;
  line().open = false;
  if (await send(entry)) return render();
  shown = null;
  tell("unsent");
}

/** The form again, filled in; sent, it takes the place of the entry. */
async function correct(entry) {
  const answer = await get(`${entry.home}boards/${entry.board}/`);
  const form = answer?.page.querySelector("form.entry");
  if (!form) return answer ? show(answer.page, answer.address) : tell("nowhere");
  form.dataset.corrects = entry.key;
  fill(form, entry.body);
  show(answer.page, answer.address);
  for (const field of form.querySelectorAll("input.number")) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dataset.fresh = "yes"; // the first digit replaces the number, as on a form that the site filled in
  }
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

/** One entry was answered: if its form is still in view, the answer takes its place, and says itself that it was sent. */
function settled({ entry, answer, isOpen }) {
  if (shown === entry.key) {
    if (answer.ok && !trouble) sent.splice(sent.indexOf(entry.board), 1);
    show(answer.page, answer.address);
    if (!answer.ok && isOpen) shown = entry.key; // the page says itself what is wrong
  }
  render();
}

function forgetSent() {
  sent.length = 0;
  render();
}

/** All that waited was tried: all of it is sent, or some is still here and says so in the place of its form. */
function tried(all) {
  trouble = !all;
  if (trouble) showKept(waiting().find((entry) => entry.key === shown));
  render();
  clearTimeout(forgetting);
  forgetting = setTimeout(forgetSent, READ);
}

// Before all others: a form that is kept here is sent by nobody else.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!isEntry(form) || event.submitter?.name === "so_far") return; // draft.js keeps what is not whole
    if (form.matches(".entry") && !isInRange(form)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
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

// The page's polls tell the site what is stored on this phone, so that the desk can show it.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!/\/_(now|state)(\?|$)/.test(detail.path)) return;
  for (const [name, number] of numbersForDesk()) detail.parameters[name] = number;
});

document.addEventListener("connection", render);
document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "room" && render()); // it came back as the site has it
document.addEventListener("queue:answered", ({ detail }) => settled(detail));
document.addEventListener("queue:sent", () => tried(true));
document.addEventListener("queue:unsent", () => tried(false));
document.addEventListener("shown", opened);
addEventListener("storage", render);
opened();
