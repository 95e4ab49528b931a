// The page of the deals: the browser deals every board again, compares it with the file, and explains a chosen board.
// Texts and elements are templates of the page; their {parameters} are filled in as text.

import { dealBoard, findings, isEqual, unreadable, verdict } from "./deals.js";

const check = document.getElementById("check");
const results = document.getElementById("found");
const section = (name) => results.querySelector(`[data-${name}]`);
const FRAME_MS = 30; // between updates of the page
const MAX_SHOWN = 4; // numbers and swaps
let original; // the file of this page: the boards played, and the rule of the game
let sheet; // what is checked: that file, a changed copy, or a file of the reader's
let shownNumber; // the explained board

const fill = (text, values) => text.trim().replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A text of the page with its parameters, if there is one of that name. */
function phrase(name, values = {}) {
  const text = document.getElementById("words").content.querySelector(`[data-say="${CSS.escape(name)}"]`);
  return text && fill(text.textContent.replace(/\s+/g, " "), values);
}

/** A copy of a template of the page. */
function piece(id, values = {}) {
  const copy = document.getElementById(id).content.cloneNode(true);
  for (const leaf of copy.querySelectorAll("[data-fill]")) leaf.textContent = fill(leaf.textContent, values);
  return copy;
}

function make(name, textContent = "") {
  return Object.assign(document.createElement(name), { textContent });
}

const phraseOf = (owner) => phrase(owner) ?? phrase(`seat-${owner}`);
const nameOf = (owner) => (Object.hasOwn(scenarioOf(original.boards[0]), owner) ? owner : (phraseOf(owner) ?? owner));
const scenarioOf = (board) => board?.scenario ?? {};
const cardsByOwner = ({ hands, talon = [], scenario = {} }) => ({ ...hands, ...(talon.length ? { talon } : {}), ...scenario });
const namesOf = (owners) => owners.map(nameOf).join(", ");
const hex = (word) => word.toString(16).padStart(8, "0");

function showOutcome(outcome, sentences) {
  const box = piece(outcome);
  box.querySelector("ul").append(...sentences.map((sentence) => make("li", sentence)));
  section("verdict").replaceChildren(box);
  section("bar").hidden = true;
  document.getElementById("found-title").focus();
}

function showFailure(sentence) {
  results.hidden = false;
  section("changed").hidden = section("boards").hidden = true;
  section("board").replaceChildren();
  showOutcome("unread", [sentence]);
}

function showVerdict(checked) {
  const bad = checked.boards.filter(({ ok }) => !ok);
  const wrong = bad.map(({ number, differs }) => phrase("board", { number, parts: namesOf(differs) }));
  if (!checked.commitment_ok) wrong.push(phrase("commitment"));
  if (sheet.commitment.trim().toLowerCase() !== check.dataset.commitment) wrong.push(phrase("published"));
  if (!checked.rule_ok) wrong.push(phrase("rule"));
  if (wrong.length) showOutcome("wrong", wrong);
  else showOutcome("right", [phrase("all-right", { all: checked.boards.length }), phrase("committed")]);
}

function showKeys(boards) {
  const keys = boards.map(({ number, ok, differs }) => {
    const key = piece(ok ? "right-key" : "wrong-key", { number, parts: namesOf(differs) });
    key.querySelector("button").value = number;
    return key;
  });
  section("boards").querySelector("ul").replaceChildren(...keys);
  section("boards").hidden = false;
}

/** Check every board, and show the progress meanwhile. */
async function checkBoards() {
  const boards = [];
  const bar = section("bar").querySelector("progress");
  bar.max = sheet.boards.length;
  let since = performance.now();
  for (const board of findings(sheet, original)) {
    bar.value = boards.push(board);
    if (performance.now() - since < FRAME_MS) continue;
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  return boards;
}

/** Check a sheet; `note` says how it differs from what was played. */
async function checkSheet(newSheet, note = "") {
  sheet = newSheet;
  section("changed").hidden = !note;
  section("changed").querySelector("p").textContent = note;
  section("changed").querySelector("a").href = URL.createObjectURL(new Blob([JSON.stringify(sheet)]));
  results.hidden = section("bar").hidden = false;
  const boards = await checkBoards();
  if (sheet !== newSheet) return; // another was chosen meanwhile
  showVerdict(verdict(sheet, original, boards));
  showKeys(boards);
  const chosen = boards.find(({ number }) => number === shownNumber) ?? boards.find(({ ok }) => !ok) ?? boards[0];
  explainBoard(chosen?.number);
}

const between = () => (original.lists ? ", " : " ");

/** A hand, or the talon, as dealt here, and as in the sheet if that differs. */
function handRows(owner, right, cards, first) {
  const places = original.lists ? phrase("drawn") : phrase("places", { first, last: first + right.length - 1 });
  const isRight = isEqual(cards, right);
  const row = piece(isRight ? "right-hand" : "wrong-hand", { seat: nameOf(owner), places, dealt: right.join(between()) });
  const nodes = cards.flatMap((card, place) => [card === right[place] ? card : make("mark", card), between()]);
  if (!isRight) row.querySelector("[data-cards]").append(...nodes.slice(0, -1));
  return row;
}

function handRowsOf(board, right) {
  const sheetCards = cardsByOwner(board);
  let first = 0;
  return Object.entries(cardsByOwner(right)).map(([owner, cards]) => {
    first += cards.length;
    return handRows(owner, cards, Object.hasOwn(sheetCards, owner) ? sheetCards[owner] : [], first - cards.length);
  });
}

function swapItem({ word, last, chosen, moved: [card, other] }) {
  const value = word.toLocaleString(document.documentElement.lang);
  return make("li", phrase(last === chosen ? "stay" : "swap", { word: hex(word), value, bound: last + 1, chosen, last, card, other }));
}

function stepValues({ number, dealer, text, swaps }) {
  const skipped = swaps.flatMap((swap) => swap.skipped).map(hex);
  return {
    number,
    text,
    dealer: nameOf(dealer),
    first: nameOf(original.seats[0]),
    words: swaps.slice(0, MAX_SHOWN).map(({ word }) => hex(word)).join(" "),
    skipped: phrase(skipped.length ? "skipped" : "none-skipped", { words: skipped.join(" ") }),
    last: swaps.length,
    pack: (original.pack ?? []).join(" "),
    taken: swaps.length + skipped.length,
  };
}

/** Explain a board step by step, from the hashed text to the hands. */
function explainBoard(number) {
  shownNumber = number;
  for (const key of section("boards").querySelectorAll("button")) key.setAttribute("aria-pressed", key.value === String(number));
  const board = sheet.boards.find((each) => each.number === number);
  if (!board) return section("board").replaceChildren();
  const right = dealBoard(sheet, original, number);
  const steps = piece("board-steps", stepValues(right));
  steps.querySelector("[data-swaps]")?.append(...right.swaps.slice(0, MAX_SHOWN).map(swapItem));
  steps.querySelector("[data-hands]").append(...handRowsOf(board, right));
  fillCardChoices(steps.querySelector("form").elements, board);
  section("board").replaceChildren(steps);
}

/** Offer the cards of a board, by owner, and the cards that may replace them. */
function fillCardChoices({ place, card }, board) {
  for (const [owner, cards] of Object.entries(cardsByOwner(board))) {
    const group = Object.assign(make("optgroup"), { label: nameOf(owner) });
    group.append(...cards.map((each, index) => new Option(each, JSON.stringify([owner, index]))));
    if (cards.length) place.append(group);
  }
  const all = original.pack ?? original.lists.flatMap(({ items }) => items);
  card.append(...[...new Set(all)].map((each) => new Option(each)));
}

function changeCard({ place, card: { value: card } }) {
  const [owner, index] = JSON.parse(place.value);
  const copy = JSON.parse(JSON.stringify(sheet));
  const board = copy.boards.find(({ number }) => number === shownNumber);
  const cards = cardsByOwner(board)[owner];
  const [old] = cards.splice(index, 1, card);
  checkSheet(copy, phrase("changed", { number: shownNumber, place: nameOf(owner), card, old }));
}

async function fetchOriginal() {
  try {
    original ??= await (await fetch(check.dataset.file)).json();
  } catch {
    showFailure(phrase("no-file"));
  }
  return original;
}

/** Check a file of the reader's, if it is of this page's game and options. */
async function checkFile(file) {
  let read;
  try {
    read = JSON.parse(await file.text());
  } catch {
    return showFailure(phrase("no-json"));
  }
  const parts = unreadable(read);
  if (parts.length) return showFailure(phrase("parts", { parts: parts.join(", ") }));
  const isOfGame = read.game === original.game && isEqual(read.options, original.options);
  return isOfGame ? checkSheet(read, phrase("loaded", { name: file.name })) : showFailure(phrase("game"));
}

check.addEventListener("click", async ({ target }) => {
  if (target.closest("button") && (await fetchOriginal())) checkSheet(original);
});
check.addEventListener("change", async ({ target }) => {
  if (target.files[0] && (await fetchOriginal())) await checkFile(target.files[0]);
  target.value = "";
});
results.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-boards] button");
  if (key) explainBoard(Number(key.value));
  else if (target.closest("[data-changed] button")) checkSheet(original);
});
results.addEventListener("submit", (event) => {
  event.preventDefault();
  changeCard(event.target.elements);
});
