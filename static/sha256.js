// SHA-256 (FIPS 180-4), the commitment to a seed. Browsers offer it over HTTPS only, which a club's laptop does not have.

const PRIMES = Array.from({ length: 312 }, (_, number) => number).filter((number) => {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false;
  return number > 1;
}); // the first 64
/** The first 32 bits of the fractions of some roots, for which a double is exact enough. */
const fractions = (roots) => new Int32Array(roots.map((root) => Math.floor((root % 1) * 2 ** 32)));
const CONSTANTS = fractions(PRIMES.map(Math.cbrt));
const START = fractions(PRIMES.slice(0, 8).map(Math.sqrt));

const rotate = (word, by) => (word >>> by) | (word << (32 - by));

/** The bytes padded to whole blocks: a one bit, zeros, and the length in bits. */
function padded(bytes) {
  const whole = new DataView(new ArrayBuffer(64 * Math.ceil((bytes.length + 9) / 64)));
  new Uint8Array(whole.buffer).set(bytes);
  whole.setUint8(bytes.length, 0x80);
  whole.setUint32(whole.byteLength - 4, 8 * bytes.length);
  return whole;
}

/** The message schedule of a block: its 16 words, and 48 computed from them. */
function messageSchedule(message, at) {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i++) words[i] = message.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [near, far] = [words[i - 2], words[i - 15]];
    const low = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    words[i] = words[i - 16] + low + words[i - 7] + (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10));
  }
  return words;
}

function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const chosen = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + chosen + CONSTANTS[i] + words[i]) | 0;
    const other = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(one + other) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** The SHA-256 of less than half a gigabyte, as 64 hex digits. */
export function sha256(bytes) {
  const state = START.slice();
  const message = padded(bytes);
  for (let at = 0; at < message.byteLength; at += 64) compress(state, messageSchedule(message, at));
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
