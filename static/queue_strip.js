// The display of the queue (queue.js) on a table's page: a status line, a card for each refused entry, the stored entry in place of
// its form, and a link to the next board. All texts are data attributes of the template.

import { connection, getPage, ignoreSecondTap, boardsOfTable, withoutFragment, stripText, showPage, strip, showFailure, boardName, hasCopy } from "./offline_pages.js";
import { boardOf, allEntries, flushNow, confirmEntry, isEntry, storeEntry, moveToNewCode, deskReport, remove, send, sent, stored, unsentEntries } from "./queue.js";
import { checkEntry } from "./entry_checks.js";

const KEPT_ON_PAGE = ".sheet-head, .sheet-foot, #aloud"; // on a board's page when its form is replaced
const SENT_NOTICE_MS = 8000; // how long the line says what was sent
const SLOW_ANSWER_MS = 3000; // if an answer takes longer, the stored entry is shown in place of the form
let shownKey = null; // the key of the entry whose form, or stored values, the page shows
let noticeTimer = null;
let hasFailed = unsentEntries().length > 0; // whether the last attempt failed

function line() {
  return document.getElementById("queue-line");
}

/** The names of the last three different boards. */
function boardNames(boards) {
  return [...new Set(boards)].slice(-3).map((board) => stripText("board", { board })).join(", ");
}

/** How many boards are not sent yet, and which. */
function unsentText() {
  const boards = [...new Set(unsentEntries().map((entry) => entry.board))];
  const list = new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" });
  return boards.length === 1 ? stripText("waitingOne", { board: boards[0] }) : stripText("waiting", { number: boards.length, boards: list.format(boards) });
}

/** Whether there is no service worker (over plain HTTP), so that entries can only be sent while the page stays open. */
function dependsOnThisPage() {
  return !navigator.serviceWorker?.controller;
}

/** Why entries are still unsent, and whether the page must stay open. */
function unsentReason() {
  const reason = stripText({ answered: "slow", busy: "busy", error: "error", none: "none" }[connection]);
  return dependsOnThisPage() ? `${reason} ${stripText("stay")}` : reason;
}

function refusedEntries() {
  return allEntries().filter((entry) => entry.refused && entry.key !== shownKey);
}

/** An entry about which the site asked, after others were sent: what was sent must not hide that this one was not. */
function questionAfterSent() {
  return sent.length ? questionEntries()[0] : undefined;
}

/** The text of the line: the first refused entry, else the unsent ones, else a failed connection, else the sent ones. */
function lineText() {
  const [first] = refusedEntries(), question = questionAfterSent();
  if (question && (!first || first.isQuestion)) return stripText("sentAndAsked", { boards: boardNames(sent), board: boardNames([question.board]) });
  if (first) return stripText(first.isQuestion ? "question" : "refused", { board: first.board });
  if (unsentEntries().length) return unsentText();
  if (connection === "none" || connection === "error") return stripText(connection === "none" ? "pageNone" : "pageError");
  return sent.length ? stripText("sent", { boards: boardNames(sent) }) : "";
}

/** Whether the line says only that all entries were sent. */
function showsOnlySent() {
  return sent.length > 0 && lineText() === stripText("sent", { boards: boardNames(sent) });
}

/** The text below the opened line: why entries are unsent, or the line itself. */
function explanation() {
  return unsentEntries().length ? unsentReason() : lineText();
}

/** Update the line, the cards and the marks of stored boards. */
function render() {
  const status = line().querySelector("[role=status]");
  const isChanged = status.textContent !== lineText() && (hasFailed || !unsentEntries().length); // an entry that is sent at once is not announced as unsent
  if (isChanged) status.textContent = lineText();
  if (isChanged || hasFailed) line().querySelector("[data-explanation]").textContent = explanation();
  line().hidden = !status.textContent;
  const isQuestion = Boolean((refusedEntries()[0] ?? questionAfterSent())?.isQuestion); // a question is not an error
  line().classList.toggle("warning", isQuestion || (hasFailed && unsentEntries().length > 0));
  line().classList.toggle("sent", showsOnlySent());
  line().classList.toggle("error", (refusedEntries().length > 0 && !isQuestion) || connection === "error");
  for (const reason of document.querySelectorAll("main [data-why]")) reason.textContent = unsentReason();
  renderCards();
  markStoredBoards();
}

/** Show a card for each refused entry, except the one whose form is open. */
function renderCards() {
  const list = line().querySelector("[data-cards]");
  const state = refusedEntries().map((entry) => entry.key + entry.refused).join();
  if (list.dataset.seen === state) return; // unchanged cards are not rebuilt while somebody reads them
  list.dataset.seen = state;
  list.replaceChildren(...refusedEntries().map(refusedCard));
  if (!state) line().open = false;
}

function refusedCard(entry) {
  const node = cloneTemplate("card");
  node.classList.add(entry.isQuestion ? "warning" : "error");
  node.querySelector("[data-title]").textContent = stripText(entry.isQuestion ? "question" : "refused", { board: entry.board });
  for (const problem of entry.refused) node.querySelector("[data-sentences]").append(listItem(problem));
  appendAnswers(node, entry);
  node.querySelector("[data-sure]").hidden = !entry.isQuestion;
  node.querySelector("[data-mend]").hidden = entry.replaced;
  node.querySelector("[data-type]").hidden = !entry.replaced;
  node.querySelector("[data-sure]").addEventListener("click", () => {
    node.inert = true; // a second click must not send it twice
    confirmEntry(entry);
    render();
  });
  node.querySelector("[data-mend]").addEventListener("click", () => resendRefused(entry));
  node.querySelector("[data-put-away]").addEventListener("click", () => {
    remove(entry);
    if (shownKey === entry.key || document.querySelector("main a[data-way-on]")) reloadPage();
    else render();
  });
  return node;
}

function listItem(textContent) {
  return Object.assign(document.createElement("li"), { textContent });
}

function cloneTemplate(name) {
  return strip.querySelector(`template[data-${name}]`).content.firstElementChild.cloneNode(true);
}

function appendAnswers(node, { words }) {
  for (const [question, answer, symbol] of words) {
    const row = document.createElement("div");
    for (const [tag, textContent] of [["dt", question], ["dd", answer]]) row.append(Object.assign(document.createElement(tag), { textContent }));
    if (symbol) row.lastChild.replaceChildren(answerWithSymbol(symbol, answer));
    node.querySelector("dl").append(row);
  }
}

/** An answer with its symbol in front, like on the pages of the site. */
function answerWithSymbol(symbol, answer) {
  const call = cloneTemplate("call");
  call.querySelector("svg").classList.add(symbol);
  call.querySelector("use").setAttribute("href", `#${symbol}`);
  call.querySelector("span").textContent = answer;
  return call;
}

/** The next board of this round that has no stored entry: one to confirm, else one without a result. */
function nextBoard() {
  const unsent = unsentEntries().filter((entry) => entry.table === strip.dataset.table);
  const open = boardsOfTable().filter(({ number, isOfRound }) => isOfRound && !unsent.some((entry) => entry.board === number));
  return open.find(({ isToConfirm }) => isToConfirm) ?? open.find(({ state }) => state === "due");
}

/** Make a link lead to the next board, or to the table's page if no board is left. */
function linkToNext(link) {
  const board = nextBoard();
  link.href = board ? board.address : strip.dataset.home;
  link.textContent = board ? stripText(board.isToConfirm ? "confirm" : "next", { board: board.number }) : stripText("onward");
  link.hidden = !hasCopy(link.href); // it would not open before the connection is back
}

/** Show the page of this address again, after an entry that replaced its form was discarded. */
async function reloadPage() {
  const answer = await getPage(withoutFragment(location.href));
  if (answer) showPage(answer.page, answer.address, { isNew: false });
  else showFailure("nowhere", { page: boardName(location.href) });
}

/** Show a stored entry in place of its form, with a link to the next board. */
function showStoredEntry(entry) {
  const main = document.getElementById("main");
  if (!entry || main.querySelector(`[data-kept="${entry.key}"]`)) return;
  shownKey = entry.key;
  const node = cloneTemplate("kept");
  node.dataset.kept = entry.key;
  appendAnswers(node, entry);
  node.querySelector("[data-why]").textContent = unsentReason();
  linkToNext(node.querySelector("[data-on]"));
  node.querySelector("[data-correct]").addEventListener("click", () => openCorrection(entry));
  replaceForm(node);
  main.focus({ preventScroll: true });
  ignoreSecondTap();
  scrollTo(0, 0);
}

function replaceForm(node) {
  const main = document.getElementById("main");
  for (const child of [...main.children]) if (!child.matches(KEPT_ON_PAGE)) child.remove();
  for (const names of main.querySelectorAll("[data-names]")) names.hidden = false;
  main.querySelector(".sheet-head").after(node);
}

/** Show a refused entry, about which the site asked a question, in place of its form. */
function showQuestion(entry) {
  shownKey = entry.key;
  replaceForm(refusedCard(entry));
}

/** The entries of this table about which the site asked whether they are right. */
function questionEntries() {
  return allEntries().filter((entry) => entry.refused && entry.isQuestion && entry.table === strip.dataset.table);
}

/** On the table's page, mark the boards with stored entries, and update the main button. */
function markStoredBoards() {
  if (shownKey) return;
  for (const entry of [...unsentEntries(), ...questionEntries()]) {
    if (entry.table !== strip.dataset.table) continue;
    for (const chip of document.querySelectorAll(`main a[data-board="${entry.board}"] .chip`)) {
      chip.replaceChildren(entry.refused ? strip.dataset.askedState : strip.dataset.keptState);
    }
  }
  const mainLink = document.querySelector("main a[data-way-on]");
  if (mainLink) updateMainButton(mainLink);
}

/** Make a row of the table's page its main button: a board with a question, else the next board without a stored entry. */
function updateMainButton(first) {
  const [question] = questionEntries(), isStored = unsentEntries().some((entry) => entry.table === strip.dataset.table && entry.board === first.dataset.board);
  const board = question?.board ?? (isStored ? nextBoard()?.number : first.dataset.board), list = first.closest("ul");
  for (const row of list.querySelectorAll("a[data-board]")) row.classList.toggle("primary", row.dataset.board === board);
  const questionText = question && list.querySelector(".primary .lead");
  if (questionText) questionText.textContent = stripText("question", { board: question.board });
  // If all boards are stored, say that they wait for the network.
  const notice = list.parentElement.querySelector("[data-why]") ?? list.parentElement.appendChild(Object.assign(document.createElement("p"), { className: "notice warning" }));
  notice.dataset.why = "";
  notice.hidden = Boolean(board);
  notice.textContent = board ? "" : unsentReason();
}

/** After another page was shown: show the stored entry of its board in place of the form, unless it is being corrected. */
function handleShownPage() {
  shownKey = null;
  line().open = false;
  moveToNewCode();
  const board = boardOf(location.href);
  const unsent = unsentEntries().filter((entry) => entry.table === strip.dataset.table && entry.board === board).pop();
  const corrects = document.querySelector("form[data-corrects]");
  const question = questionEntries().find((entry) => entry.board === board);
  const isAnswered = corrects || document.querySelector("main .doubt"); // the form shows what was typed
  if (!isAnswered && [...document.forms].some(isEntry)) {
    if (unsent) showStoredEntry(unsent);
    else if (question) showQuestion(question);
  }
  render();
  flushNow();
}

/** Send a refused entry again, to show the site's answer: the form as it was filled in, with its problems. */
async function resendRefused(entry) {
  shownKey = entry.key;
  line().open = false;
  if (await send(entry)) return render();
  shownKey = null;
  showFailure("unsent");
}

/** Open the form of a stored entry, filled in. When it is sent, it replaces the entry. */
async function openCorrection(entry) {
  const answer = await getPage(`${entry.home}boards/${entry.board}/`);
  const form = answer?.page.querySelector("form.entry");
  if (!form) return answer ? showPage(answer.page, answer.address) : showFailure("nowhere", { page: stripText("board", { board: entry.board }) });
  form.dataset.corrects = entry.key;
  fillForm(form, entry.body);
  showPage(answer.page, answer.address);
  for (const field of form.querySelectorAll("input.number")) {
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dataset.fresh = "yes"; // the first digit replaces the number, as on a form that the site filled in
  }
}

function fillForm(form, body) {
  const values = new Map(body);
  for (const field of form.elements) {
    if (!field.name || ["key", "csrfmiddlewaretoken"].includes(field.name) || field.type === "submit") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.get(field.name) === field.value;
    else field.value = values.get(field.name) ?? "";
    if (values.get(field.name)) field.closest("details")?.setAttribute("open", "");
  }
}

/** Handle the answer to an entry: if its form is still shown, replace the page by the answer, which says that it was sent. */
function handleAnswered({ entry, answer, isOpen }) {
  if (shownKey === entry.key) {
    if (answer.ok && !hasFailed) sent.splice(sent.indexOf(entry.board), 1);
    showPage(answer.page, answer.address);
    if (!answer.ok && isOpen) shownKey = entry.key; // the page itself shows the problems
  }
  render();
}

function clearSent() {
  sent.length = 0;
  render();
}

/** Handle the end of a run of the queue: if it failed, show the unsent entry in place of its form. */
function handleQueueRun(isAllSent) {
  hasFailed = !isAllSent;
  if (hasFailed) showStoredEntry(unsentEntries().find((entry) => entry.key === shownKey));
  render();
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(clearSent, SENT_NOTICE_MS);
}

// In the capture phase, before other listeners: only the queue sends a form that it stores.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!isEntry(form) || event.submitter?.name === "so_far") return; // draft.js stores incomplete results
    if (form.matches(".entry") && !checkEntry(form)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    let entry;
    try {
      entry = storeEntry(form, event.submitter);
    } catch {
      return; // storage is full or not available: the browser submits the form
    }
    event.preventDefault();
    event.stopPropagation();
    form.inert = true; // a second click must not make a second entry
    shownKey = entry.key;
    setTimeout(() => {
      if (shownKey !== entry.key || !stored(entry) || stored(entry).refused) return;
      hasFailed = true;
      showStoredEntry(entry);
      render();
    }, SLOW_ANSWER_MS);
    flushNow();
  },
  true,
);

// The page's polls report what is stored on this phone, so that the desk can show it.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!/\/_(now|state)(\?|$)/.test(detail.path)) return;
  for (const [name, number] of deskReport()) detail.parameters[name] = number;
});

document.addEventListener("connection", render);
document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "room" && render()); // the swapped content does not know of stored entries
document.addEventListener("queue:answered", ({ detail }) => handleAnswered(detail));
document.addEventListener("queue:sent", () => handleQueueRun(true));
document.addEventListener("queue:unsent", () => handleQueueRun(false));
document.addEventListener("shown", handleShownPage);
addEventListener("storage", render);
handleShownPage();
