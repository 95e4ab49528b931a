// SHAKE-256 (FIPS 202), which drives every shuffle and which browsers do not offer.
// A lane of 64 bits is two halves of 32, the low one first: so the state is as its bytes are, and no number is a BigInt.

const RATE = 136; // bytes that are taken in, or given out, before the state is mixed again
const ROUNDS = 24;

/** The halves that each round mixes in, out of the standard's register. */
function roundConstants() {
  const halves = new Int32Array(2 * ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    for (let power = 0; power < 7; power++) {
      const bit = (1 << power) - 1; // 0, 1, 3, 7, 15, 31, 63
      if (register & 1) halves[2 * round + (bit >> 5)] ^= 1 << (bit & 31);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
  }
  return halves;
}

/** Where each lane but the first goes, and by how far it is turned. */
function walkOfLanes() {
  const walk = [];
  for (let x = 1, y = 0, step = 0; step < 24; step++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    walk.push({ to: 2 * (x + 5 * y), by: (((step + 1) * (step + 2)) / 2) % 64 });
  }
  return walk;
}

const CONSTANTS = roundConstants();
const WALK = walkOfLanes();

/** The low and the high half of a lane turned left; `by` is no multiple of 32. */
function turned(low, high, by) {
  const [one, other] = by < 32 ? [low, high] : [high, low];
  const less = by & 31;
  return [(one << less) | (other >>> (32 - less)), (other << less) | (one >>> (32 - less))];
}

/** Every bit is mixed with two columns near it. */
function mixColumns(state) {
  const sums = new Int32Array(10);
  for (let half = 0; half < 50; half++) sums[half % 10] ^= state[half];
  for (let x = 0; x < 5; x++) {
    const [next, before] = [2 * ((x + 1) % 5), 2 * ((x + 4) % 5)];
    const [low, high] = turned(sums[next], sums[next + 1], 1);
    for (let half = 2 * x; half < 50; half += 10) {
      state[half] ^= sums[before] ^ low;
      state[half + 1] ^= sums[before + 1] ^ high;
    }
  }
}

/** Every lane moves to its next place, turned. */
function moveLanes(state) {
  let [low, high] = [state[2], state[3]];
  for (const { to, by } of WALK) {
    const there = [state[to], state[to + 1]];
    [state[to], state[to + 1]] = turned(low, high, by);
    [low, high] = there;
  }
}

/** Along every row a bit changes where the next is 0 and the one after it 1. */
function mixRows(state) {
  for (let row = 0; row < 50; row += 10) {
    const old = state.slice(row, row + 10);
    for (let half = 0; half < 10; half++) state[row + half] ^= ~old[(half + 2) % 10] & old[(half + 4) % 10];
  }
}

function mix(state) {
  for (let round = 0; round < ROUNDS; round++) {
    mixColumns(state);
    moveLanes(state);
    mixRows(state);
    state[0] ^= CONSTANTS[2 * round];
    state[1] ^= CONSTANTS[2 * round + 1];
  }
}

/** The bytes with the mark of SHAKE behind them, filled up to whole blocks. */
function filledUp(bytes) {
  const whole = new Uint8Array(RATE * (Math.floor(bytes.length / RATE) + 1));
  whole.set(bytes);
  whole[bytes.length] ^= 0x1f;
  whole[whole.length - 1] ^= 0x80;
  return new DataView(whole.buffer);
}

/** What SHAKE-256 makes of some bytes: blocks of 136 bytes, without end. */
export function* shake256(bytes) {
  const state = new Int32Array(50);
  const message = filledUp(bytes);
  for (let at = 0; at < message.byteLength; at += RATE) {
    for (let half = 0; half < RATE / 4; half++) state[half] ^= message.getInt32(at + 4 * half, true);
    mix(state);
  }
  for (;;) {
    const block = new DataView(new ArrayBuffer(RATE));
    for (let half = 0; half < RATE / 4; half++) block.setInt32(4 * half, state[half], true);
    yield block;
    mix(state);
  }
}
