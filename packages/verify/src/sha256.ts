import { toHex, encodeUtf8 } from './bytes.ts';

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = Uint32Array.from(computePrimes(64), (prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32));
const INITIAL = Uint32Array.from(computePrimes(8), (prime) => Math.floor((Math.sqrt(prime) % 1) * 2 ** 32));

function computePrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
}

/**
 * Hashes small inputs synchronously, for recomputing chains and trees. Returns lowercase hex. Use {@link
 * digest} for whole files.
 */
export function computeSha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? encodeUtf8(content) : content;
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(INITIAL);
  const schedule = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) compress(state, schedule, view, block);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => {
    out.setUint32(index * 4, word);
  });
  return toHex(new Uint8Array(out.buffer));
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function compress(state: Uint32Array, w: Uint32Array, view: DataView, block: number): void {
  for (let t = 0; t < 16; t++) w[t] = view.getUint32(block + t * 4);
  for (let t = 16; t < 64; t++) {
    const [w2, w15] = [w[t - 2] ?? 0, w[t - 15] ?? 0];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    w[t] = (w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + (w[t] ?? 0)) >>> 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] ?? 0) + word;
  });
}

export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** Hashes bytes of any size with the platform's own implementation. */
export async function digest(bytes: Uint8Array, algorithm: HashName = 'SHA-256'): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(algorithm, bytes as Uint8Array<ArrayBuffer>));
}
