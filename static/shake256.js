// SHAKE-256 (FIPS 202), which drives every shuffle; browsers do not offer it.
// A lane of 64 bits is two halves of 32, the low one first, in the order of the state's bytes: no number is a BigInt.

const RATE = 136; // bytes per block
const ROUNDS = 24;

/** The round constants of ι as halves, from the standard's shift register. */
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

/** Where π moves each lane but the first, and by how much ρ rotates it. */
function laneMoves() {
  const walk = [];
  for (let x = 1, y = 0, step = 0; step < 24; step++) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    walk.push({ to: 2 * (x + 5 * y), by: (((step + 1) * (step + 2)) / 2) % 64 });
  }
  return walk;
}

const CONSTANTS = roundConstants();
const MOVES = laneMoves();

/** The low and the high half of a lane, rotated left; `by` is no multiple of 32. */
function rotateLeft(low, high, by) {
  const [one, other] = by < 32 ? [low, high] : [high, low];
  const less = by & 31;
  return [(one << less) | (other >>> (32 - less)), (other << less) | (one >>> (32 - less))];
}

/** θ: XOR every bit with the parity of two columns. */
function theta(state) {
  const sums = new Int32Array(10);
  for (let half = 0; half < 50; half++) sums[half % 10] ^= state[half];
  for (let x = 0; x < 5; x++) {
    const [next, before] = [2 * ((x + 1) % 5), 2 * ((x + 4) % 5)];
    const [low, high] = rotateLeft(sums[next], sums[next + 1], 1);
    for (let half = 2 * x; half < 50; half += 10) {
      state[half] ^= sums[before] ^ low;
      state[half + 1] ^= sums[before + 1] ^ high;
    }
  }
}

/** ρ and π: rotate and move every lane. */
function rhoAndPi(state) {
  let [low, high] = [state[2], state[3]];
  for (const { to, by } of MOVES) {
    const moved = [state[to], state[to + 1]];
    [state[to], state[to + 1]] = rotateLeft(low, high, by);
    [low, high] = moved;
  }
}

/** χ: flip a bit if the next in its row is 0 and the one after is 1. */
function chi(state) {
  for (let row = 0; row < 50; row += 10) {
    const old = state.slice(row, row + 10);
    for (let half = 0; half < 10; half++) state[row + half] ^= ~old[(half + 2) % 10] & old[(half + 4) % 10];
  }
}

function permute(state) {
  for (let round = 0; round < ROUNDS; round++) {
    theta(state);
    rhoAndPi(state);
    chi(state);
    state[0] ^= CONSTANTS[2 * round];
    state[1] ^= CONSTANTS[2 * round + 1];
  }
}

/** The bytes with the suffix of SHAKE, padded to whole blocks. */
function padded(bytes) {
  const whole = new Uint8Array(RATE * (Math.floor(bytes.length / RATE) + 1));
  whole.set(bytes);
  whole[bytes.length] ^= 0x1f;
  whole[whole.length - 1] ^= 0x80;
  return new DataView(whole.buffer);
}

/** The endless output of SHAKE-256, in blocks of 136 bytes. */
export function* shake256(bytes) {
  const state = new Int32Array(50);
  const message = padded(bytes);
  for (let at = 0; at < message.byteLength; at += RATE) {
    for (let half = 0; half < RATE / 4; half++) state[half] ^= message.getInt32(at + 4 * half, true);
    permute(state);
  }
  for (;;) {
    const block = new DataView(new ArrayBuffer(RATE));
    for (let half = 0; half < RATE / 4; half++) block.setInt32(4 * half, state[half], true);
    yield block;
    permute(state);
  }
}
