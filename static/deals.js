// How boards are dealt from seed and salt: the rule of docs/integrators/deals.md, as games/deals.py and games/published_deals.py have it.
// A sheet is what deals.json holds; its rule: the pack in its order, the seats in order of play, and by who deals how many cards
// each is dealt; without cards the lists from which a scenario is drawn.

import { sha256 } from "./sha256.js";
import { shake256 } from "./shake256.js";

const WORDS = 2 ** 32; // there are so many different ones
const BLANKS = /^((?!\ufeff)[\s\x1c-\x1f\x85])+|((?!\ufeff)[\s\x1c-\x1f\x85])+$/g; // white space as Python knows it
const stripped = (text) => text.replace(BLANKS, "");
const readSeed = (text) => stripped(text).toLowerCase();
const bytesOf = (text) => new TextEncoder().encode(text);

/** A list, or an object of lists, as text that does not depend on the order of its keys. */
const sorted = (value) =>
  Array.isArray(value) ? value.map(sorted)
  : value && typeof value === "object" ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
  : value;
const inOrder = (value) => JSON.stringify(sorted(value));

/** Whether two of them, read from JSON, are the same. */
export const same = (one, other) => inOrder(one) === inOrder(other);

function* wordsOf(text) {
  for (const block of shake256(bytesOf(text))) {
    for (let at = 0; at < block.byteLength; at += 4) yield block.getUint32(at);
  }
}

/** The next word below the last, incomplete cycle of `bound`, and those that were skipped on the way. */
function fair(words, bound) {
  const skipped = [];
  for (;;) {
    const word = words.next().value;
    if (word < WORDS - (WORDS % bound)) return { word, skipped };
    skipped.push(word);
  }
}

/** The pack in dealt order, and every swap that led there. */
function shuffled(pack, text) {
  const cards = [...pack];
  const words = wordsOf(text);
  const swaps = [];
  for (let last = cards.length - 1; last > 0; last--) {
    const { word, skipped } = fair(words, last + 1);
    const chosen = word % (last + 1);
    swaps.push({ word, skipped, last, chosen, moved: [cards[last], cards[chosen]] });
    [cards[last], cards[chosen]] = [cards[chosen], cards[last]];
  }
  return { cards, swaps };
}

/** What each list gives a board, by its name; lists after the first have a text of their own. */
function drawn(lists, text) {
  const given = lists.map(({ name, items, drawn: many }, part) => [
    name,
    shuffled(items, part ? `${text}:${part + 1}` : text).cards.slice(0, many),
  ]);
  return Object.fromEntries(given);
}

/** Board `number` as seed and salt give it under a rule, with the text that was hashed and the swaps. */
export function dealt(sheet, rule, number) {
  const text = `${readSeed(sheet.seed)}:${stripped(sheet.salt.normalize("NFC"))}:${sheet.game}:${number}`;
  const dealer = rule.seats[(number - 1) % rule.seats.length];
  if (rule.lists) return { number, dealer, hands: {}, talon: [], scenario: drawn(rule.lists, text), text, swaps: [] };
  const { cards, swaps } = shuffled(rule.pack, text);
  const hands = {};
  let start = 0;
  rule.seats.forEach((seat, place) => {
    hands[seat] = cards.slice(start, (start += rule.sizes[dealer][place]));
  });
  return { number, dealer, hands, talon: cards.slice(start), scenario: {}, text, swaps };
}

const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** The names under which something else is said than is right. */
function differing(said, right) {
  const names = [...Object.keys(right), ...Object.keys(said).filter((name) => !Object.hasOwn(right, name))];
  return names.filter((name) => !same(own(said, name), own(right, name)));
}

/** Which seats and lists of a sheet's board, and whether dealer or talon, are not what the seed gives. */
function compared(board, right) {
  const differs = [...differing(board.hands, right.hands), ...differing(board.scenario ?? {}, right.scenario)];
  if (board.dealer !== right.dealer) differs.push("dealer");
  if (!same(board.talon ?? [], right.talon)) differs.push("talon");
  return { number: board.number, ok: !differs.length, differs };
}

/** The finding on each board of a sheet, one after the other. */
export function* findings(sheet, rule) {
  for (const board of sheet.boards) yield compared(board, dealt(sheet, rule, board.number));
}

/** What `manage.py verify` says of a sheet, from the findings on its boards. */
export function verdict(sheet, rule, boards) {
  const commitment_ok = readSeed(sheet.commitment) === sha256(bytesOf(readSeed(sheet.seed)));
  const rule_ok = ["pack", "seats", "sizes", "lists"].every((part) => !(part in sheet) || same(sheet[part], rule[part]));
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

/** The parts of a sheet that cannot be read; all of them where it is none. */
export function unreadable(sheet) {
  return Object.keys(SHAPES).filter((part) => !isObject(sheet) || !SHAPES[part](sheet[part]));
}
