// Dealing boards from seed and salt, as docs/integrators/deals.md defines it and games/deals.py and games/published_deals.py do it.
// A sheet is the content of deals.json. Its rule is the sorted pack, the seats in order of play, and by dealer the number of cards of
// each seat; or for games without cards the lists from which a scenario is drawn.

import { sha256 } from "./sha256.js";
import { shake256 } from "./shake256.js";

const WORD_COUNT = 2 ** 32; // words have 32 bits
const BLANKS = /^((?!\ufeff)[\s\x1c-\x1f\x85])+|((?!\ufeff)[\s\x1c-\x1f\x85])+$/g; // white space as in Python
const stripped = (text) => text.replace(BLANKS, "");
const readSeed = (text) => stripped(text).toLowerCase();
const bytesOf = (text) => new TextEncoder().encode(text);

/** A copy of a JSON value with sorted keys. */
const sortKeys = (value) =>
  Array.isArray(value) ? value.map(sortKeys)
  : value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortKeys(value[key])]))
  : value;
const canonicalJson = (value) => JSON.stringify(sortKeys(value));

/** Whether two JSON values are equal. */
export const isEqual = (one, other) => canonicalJson(one) === canonicalJson(other);

function* wordsOf(text) {
  for (const block of shake256(bytesOf(text))) {
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/** The next word below the last multiple of `bound`, so that its remainder is unbiased, and the words skipped before it. */
function unbiasedWord(words, bound) {
  const skipped = [];
  for (;;) {
    const word = words.next().value;
    if (word < WORD_COUNT - (WORD_COUNT % bound)) return { word, skipped };
    skipped.push(word);
  }
}

/** The shuffled pack (Fisher-Yates), and every swap. */
function shuffled(pack, text) {
  const cards = [...pack];
  const words = wordsOf(text);
  const swaps = [];
  for (let last = cards.length - 1; last > 0; last--) {
    const { word, skipped } = unbiasedWord(words, last + 1);
    const chosen = word % (last + 1);
    swaps.push({ word, skipped, last, chosen, moved: [cards[last], cards[chosen]] });
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return { cards, swaps };
}

/** The items drawn from each list for a board, by its name; lists after the first hash a text of their own. */
function drawScenario(lists, text) {
  const items = lists.map(({ name, items, drawn: count }, index) => [
    name,
    shuffled(items, index ? `${text}:${index + 1}` : text).cards.slice(0, count),
  ]);
  return Object.fromEntries(items);
}

/** Deal board `number` from seed and salt by a rule; with the text that is hashed, and the swaps. */
export function dealBoard(sheet, rule, number) {
  const text = `${readSeed(sheet.seed)}:${stripped(sheet.salt.normalize("NFC"))}:${sheet.game}:${number}`;
  const dealer = rule.seats[(number - 1) % rule.seats.length];
  if (rule.lists) return { number, dealer, hands: {}, talon: [], scenario: drawScenario(rule.lists, text), text, swaps: [] };
  const { cards, swaps } = shuffled(rule.pack, text);
  const hands = {};
  let start = 0;
  rule.seats.forEach((seat, place) => {
    hands[seat] = cards.slice(start, (start += rule.sizes[dealer][place]));
  });
  return { number, dealer, hands, talon: cards.slice(start), scenario: {}, text, swaps };
}

const ownValue = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** The names whose values differ from the right ones. */
function differingNames(values, right) {
  const names = [...Object.keys(right), ...Object.keys(values).filter((name) => !Object.hasOwn(right, name))];
  return names.filter((name) => !isEqual(ownValue(values, name), ownValue(right, name)));
}

/** The parts of a sheet's board (seats, lists, dealer, talon) that are not what the seed gives. */
function compareBoard(board, right) {
  const differs = [...differingNames(board.hands, right.hands), ...differingNames(board.scenario ?? {}, right.scenario)];
  if (board.dealer !== right.dealer) differs.push("dealer");
  if (!isEqual(board.talon ?? [], right.talon)) differs.push("talon");
  return { number: board.number, ok: !differs.length, differs };
}

/** The finding on each board of a sheet, one after the other. */
export function* findings(sheet, rule) {
  for (const board of sheet.boards) yield compareBoard(board, dealBoard(sheet, rule, board.number));
}

/** The result of `manage.py verify` for a sheet, from the findings on its boards. */
export function verdict(sheet, rule, boards) {
  const commitment_ok = readSeed(sheet.commitment) === sha256(bytesOf(readSeed(sheet.seed)));
  const rule_ok = ["pack", "seats", "sizes", "lists"].every((part) => !(part in sheet) || isEqual(sheet[part], rule[part]));
  return { ok: commitment_ok && rule_ok && boards.every((board) => board.ok), commitment_ok, rule_ok, boards };
}

const isText = (value) => typeof value === "string";
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isHands = (value) => isObject(value) && Object.values(value).every(isTexts);
const isBoard = ({ number, dealer, hands, talon = [], scenario = {} }) =>
  Number.isSafeInteger(number) && number > 0 && isText(dealer) && isHands(hands) && isTexts(talon) && isHands(scenario);
const SHAPES = {
  game: isText,
  seed: (value) => isText(value) && /^[0-9a-f]{64}$/.test(readSeed(value)),
  salt: isText,
  commitment: isText,
  boards: (value) => Array.isArray(value) && value.every((board) => isObject(board) && isBoard(board)),
};

/** The parts of a sheet that are not valid; all of them if it is not a sheet. */
export function unreadable(sheet) {
  return Object.keys(SHAPES).filter((part) => !isObject(sheet) || !SHAPES[part](sheet[part]));
}
