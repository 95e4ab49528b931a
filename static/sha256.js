// SHA-256 (FIPS 180-4), by which a seed is committed to. The browser's own is there over HTTPS alone, which a bar's laptop has not.

const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter((number) => {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false;
  return number > 1;
}); // the first 64
/** The first 32 bits of the fractions of some roots: none is so near a whole number of them that a double would err. */
const fractions = (roots) => new Int32Array(roots.map((root) => Math.floor((root % 1) * 2 ** 32)));
const CONSTANTS = fractions(PRIMES.map(Math.cbrt));
const START = fractions(PRIMES.slice(0, 8).map(Math.sqrt));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The bytes, a mark behind them, and at the end of the last block how many bits they are. */
function filledUp(bytes) {
  const whole = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(whole.buffer).set(bytes);
  whole.setUint8(bytes.length, 0x80);
  whole.setUint32(whole.byteLength - 4, 8 * bytes.length);
  return whole;
}

/** The sixteen words of a block, and forty-eight that follow from them. */
function spread(message, at) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = message.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2], words[i - 15]];
    const low = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
    words[i] = words[i - 16] + low + words[i - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
  }
  return words;
}

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + chosen + CONSTANTS[i] + words[i]) | 0;
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** The SHA-256 of some bytes, as 64 hex digits; of fewer than half a gigabyte. */
export function sha256(bytes) {
  const state = START.slice();
  const message = filledUp(bytes);
  for (let at = 0; at < message.byteLength; at += 64) mix(state, spread(message, at));
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
