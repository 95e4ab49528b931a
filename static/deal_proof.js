// The page of the deals: the reader's own browser deals every board again, compares, and explains the one he chooses.
// Sentences and pieces are templates of the page; each {word} in them is put in here, as text.

import { dealt, findings, same, unreadable, verdict } from "./deals.js";

const check = document.getElementById("check");
const found = document.getElementById("found");
const part = (name) => found.querySelector(`[data-${name}]`);
const FRAME = 30; // milliseconds of work before the page may show how far it is
const TOLD = 4; // so many numbers and swaps
let played; // the file of this page: what was played, and the rule of its game
let sheet; // what is checked: that file, a copy with changed cards, or a file of the reader's
let shown; // the number of the board that is explained

const filled = (text, values) => text.trim().replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** A sentence of the page, if it has one of that name. */
function say(name, values = {}) {
  const words = document.getElementById("words").content.querySelector(`[data-say="${CSS.escape(name)}"]`);
  return words && filled(words.textContent.replace(/\s+/g, " "), values);
}

/** A copy of a piece of the page. */
function piece(id, values = {}) {
  const copy = document.getElementById(id).content.cloneNode(true);
  for (const leaf of copy.querySelectorAll("[data-fill]")) leaf.textContent = filled(leaf.textContent, values);
  return copy;
}

function make(name, textContent = "") {
  return Object.assign(document.createElement(name), { textContent });
}

const said = (part) => say(part) ?? say(`seat-${part}`);
const nameOf = (part) => (Object.hasOwn(scenarioOf(played.boards[0]), part) ? part : (said(part) ?? part));
const scenarioOf = (board) => board?.scenario ?? {};
const heldIn = ({ hands, talon = [], scenario = {} }) => ({ ...hands, ...(talon.length ? { talon } : {}), ...scenario });
const namesOf = (parts) => parts.map(nameOf).join(", ");
const hex = (word) => word.toString(16).padStart(8, "0");

function tell(outcome, sentences) {
  const box = piece(outcome);
  box.querySelector("ul").append(...sentences.map((sentence) => make("li", sentence)));
  part("verdict").replaceChildren(box);
  part("bar").hidden = true;
  document.getElementById("found-title").focus();
}

function fail(sentence) {
  found.hidden = false;
  part("changed").hidden = part("boards").hidden = true;
  part("board").replaceChildren();
  tell("unread", [sentence]);
}

function showVerdict(said) {
  const bad = said.boards.filter(({ ok }) => !ok);
  const wrong = bad.map(({ number, differs }) => say("board", { number, parts: namesOf(differs) }));
  if (!said.commitment_ok) wrong.push(say("commitment"));
  if (sheet.commitment.trim().toLowerCase() !== check.dataset.commitment) wrong.push(say("published"));
  if (!said.rule_ok) wrong.push(say("rule"));
  if (wrong.length) tell("wrong", wrong);
  else tell("right", [say("all-right", { all: said.boards.length }), say("committed")]);
}

function showKeys(boards) {
  const keys = boards.map(({ number, ok, differs }) => {
    const key = piece(ok ? "right-key" : "wrong-key", { number, parts: namesOf(differs) });
    key.querySelector("button").value = number;
    return key;
  });
  part("boards").querySelector("ul").replaceChildren(...keys);
  part("boards").hidden = false;
}

/** The finding on every board; the page shows meanwhile how far it is. */
async function checkedBoards() {
  const boards = [];
  const bar = part("bar").querySelector("progress");
  bar.max = sheet.boards.length;
  let since = performance.now();
  for (const board of findings(sheet, played)) {
    bar.value = boards.push(board);
    if (performance.now() - since < FRAME) continue;
    await new Promise((done) => setTimeout(done));
    since = performance.now();
  }
  return boards;
}

/** Turns to a sheet and checks it; `note` says how it differs from what was played. */
async function look(other, note = "") {
  sheet = other;
  part("changed").hidden = !note;
  part("changed").querySelector("p").textContent = note;
  part("changed").querySelector("a").href = URL.createObjectURL(new Blob([JSON.stringify(sheet)]));
  found.hidden = part("bar").hidden = false;
  const boards = await checkedBoards();
  if (sheet !== other) return; // another was chosen meanwhile
  showVerdict(verdict(sheet, played, boards));
  showKeys(boards);
  const known = boards.find(({ number }) => number === shown) ?? boards.find(({ ok }) => !ok) ?? boards[0];
  explain(known?.number);
}

const between = () => (played.lists ? ", " : " ");

/** A hand, or the talon, as it was dealt here, and what the sheet says where it differs. */
function handRows(owner, right, cards, first) {
  const places = played.lists ? say("drawn") : say("places", { first, last: first + right.length - 1 });
  const isRight = same(cards, right);
  const row = piece(isRight ? "right-hand" : "wrong-hand", { seat: nameOf(owner), places, dealt: right.join(between()) });
  const told = cards.flatMap((card, place) => [card === right[place] ? card : make("mark", card), between()]);
  if (!isRight) row.querySelector("[data-cards]").append(...told.slice(0, -1));
  return row;
}

function handsOf(board, right) {
  const here = heldIn(board);
  let first = 0;
  return Object.entries(heldIn(right)).map(([owner, cards]) => {
    first += cards.length;
    return handRows(owner, cards, Object.hasOwn(here, owner) ? here[owner] : [], first - cards.length);
  });
}

function swapLine({ word, last, chosen, moved: [card, other] }) {
  const value = word.toLocaleString(document.documentElement.lang);
  return make("li", say(last === chosen ? "stay" : "swap", { word: hex(word), value, bound: last + 1, chosen, last, card, other }));
}

function stepWords({ number, dealer, text, swaps }) {
  const skipped = swaps.flatMap((swap) => swap.skipped).map(hex);
  return {
    number,
    text,
    dealer: nameOf(dealer),
    first: nameOf(played.seats[0]),
    words: swaps.slice(0, TOLD).map(({ word }) => hex(word)).join(" "),
    skipped: say(skipped.length ? "skipped" : "none-skipped", { words: skipped.join(" ") }),
    last: swaps.length,
    pack: (played.pack ?? []).join(" "),
    taken: swaps.length + skipped.length,
  };
}

/** A board step by step, from the text that is hashed to the hands. */
function explain(number) {
  shown = number;
  for (const key of part("boards").querySelectorAll("button")) key.setAttribute("aria-pressed", key.value === String(number));
  const board = sheet.boards.find((each) => each.number === number);
  if (!board) return part("board").replaceChildren();
  const right = dealt(sheet, played, number);
  const steps = piece("board-steps", stepWords(right));
  steps.querySelector("[data-swaps]")?.append(...right.swaps.slice(0, TOLD).map(swapLine));
  steps.querySelector("[data-hands]").append(...handsOf(board, right));
  offerCards(steps.querySelector("form").elements, board);
  part("board").replaceChildren(steps);
}

/** The cards that may be changed, by whose they are, and all that they may become. */
function offerCards({ place, card }, board) {
  for (const [owner, cards] of Object.entries(heldIn(board))) {
    const group = Object.assign(make("optgroup"), { label: nameOf(owner) });
    group.append(...cards.map((each, index) => new Option(each, JSON.stringify([owner, index]))));
    if (cards.length) place.append(group);
  }
  const all = played.pack ?? played.lists.flatMap(({ items }) => items);
  card.append(...[...new Set(all)].map((each) => new Option(each)));
}

function change({ place, card: { value: card } }) {
  const [owner, index] = JSON.parse(place.value);
  const copy = JSON.parse(JSON.stringify(sheet));
  const board = copy.boards.find(({ number }) => number === shown);
  const cards = heldIn(board)[owner];
  const [old] = cards.splice(index, 1, card);
  look(copy, say("changed", { number: shown, place: nameOf(owner), card, old }));
}

async function fetchPlayed() {
  try {
    played ??= await (await fetch(check.dataset.file)).json();
  } catch {
    fail(say("no-file"));
  }
  return played;
}

/** A file of the reader's: this page can deal only its own game under its options. */
async function lookAtFile(file) {
  let read;
  try {
    read = JSON.parse(await file.text());
  } catch {
    return fail(say("no-json"));
  }
  const parts = unreadable(read);
  if (parts.length) return fail(say("parts", { parts: parts.join(", ") }));
  const isOfGame = read.game === played.game && same(read.options, played.options);
  return isOfGame ? look(read, say("loaded", { name: file.name })) : fail(say("game"));
}

check.addEventListener("click", async ({ target }) => {
  if (target.closest("button") && (await fetchPlayed())) look(played);
});
check.addEventListener("change", async ({ target }) => {
  if (target.files[0] && (await fetchPlayed())) await lookAtFile(target.files[0]);
  target.value = "";
});
found.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-boards] button");
  if (key) explain(Number(key.value));
  else if (target.closest("[data-changed] button")) look(played);
});
found.addEventListener("submit", (event) => {
  event.preventDefault();
  change(event.target.elements);
});
