import type { PdfSource } from '../pdf/pdf-document.ts';
import { readLength, SignerProblem, type DocumentPart as Part, type SignerOperations } from './signer-api.ts';

/** The pieces in which pdf.js reads a file, in bytes. */
const BLOCK = 65_536;

/** The blocks that are fetched before anything else, and at once afterwards on a slow line. */
const FEW = 4;

/** The most blocks that are fetched at once. */
const MOST = 64;

/** Larger files are read while they arrive, in bytes. */
const SMALL = 8 * BLOCK;

/** How long a request should take, so that what a page needs doesn't wait behind it for long. */
const SHORT_MS = 750;
const LONG_MS = 2_000;

/** The pauses before a part that didn't arrive is requested again. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000] as const;

/** Problems that another request may solve. */
const PASSING: readonly string[] = ['network', 'unavailable', 'rate_limited'];

type Operations = Pick<SignerOperations, 'document' | 'documentPart'>;
type FetchPart = (begin: number, end: number) => Promise<Uint8Array>;

/** The document to sign, of which a viewer may read pages before all of it has arrived. */
export type ArrivingFile = {
  /** Whether it's opened before all of it has arrived. */
  readonly isLong: boolean;
  /**
   * The SHA-256 of all of it in lowercase hex, once it has arrived; null if the browser can't compute it. Rejects if
   * it can't be fetched.
   */
  readonly hash: Promise<string | null>;
  /** Returns what the viewer opens. Earlier answers are drawn on it as they will appear in the end. */
  readonly openSource: (hasEarlierAnswers: boolean) => Promise<PdfSource>;
  /** Ends all requests. */
  readonly stop: () => void;
};

/**
 * Starts to fetch the document to sign. The rest of a long one waits until the viewer has been `fetched`.
 * `progress` is called with the share that has arrived, from 0 to 1.
 */
export async function fetchFile(
  api: Operations,
  fetched: Promise<unknown>,
  progress: (share: number) => void,
): Promise<ArrivingFile> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const first = await api.documentPart?.({ begin: 0, end: FEW * BLOCK }, signal, (answer) =>
    watchProgress(answer, progress),
  );
  if (first === undefined) return fetchAtOnce(api);
  const fetchPart: FetchPart = async (begin, end) => {
    const part = await persist(async () => api.documentPart?.({ begin, end }, signal), signal);
    // A document that was replaced is loaded again from the start, so the two are never mixed.
    if (part?.tag !== first.tag || part.bytes.length !== end - begin)
      throw new Error('the document changed while it arrived');
    return part.bytes;
  };
  const { length } = first;
  const isLong = length > SMALL;
  const parts = new FileInParts(first, fetchPart, progress);
  const whole = (isLong ? fetched : Promise.resolve()).then(() => parts.fetchRest());
  const openSource = async (hasEarlierAnswers: boolean): Promise<PdfSource> => {
    const drawn = hasEarlierAnswers ? await fetchAnswers(api, length, signal) : null;
    // The file with answers isn't always this one with an appendix.
    if (drawn !== null && drawn.bytes.length === drawn.length) return drawn.bytes;
    const answers = drawn?.bytes ?? new Uint8Array();
    return isLong ? readInParts(parts, length, answers) : join(await whole, answers);
  };
  return { isLong, hash: hashWhole(whole), openSource, stop: () => stopped.abort() };
}

function hashWhole(whole: Promise<Uint8Array>): Promise<string | null> {
  const hash = whole.then(computeDocumentHash);
  // The document may be closed before anybody waits for it.
  hash.catch(() => undefined);
  return hash;
}

/** Returns the same response, and calls `progress` with the share of the whole that has arrived. */
function watchProgress(answer: Response, progress: (share: number) => void): Response {
  const length = readLength(answer);
  if (!answer.ok || answer.body === null || length === 0) return answer;
  let arrived = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      arrived += chunk.byteLength;
      progress(Math.min(1, arrived / length));
      controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counting), answer);
}

/** Lets pdf.js ask for the parts of a file that it needs. `answers` are appended to it. */
function readInParts(parts: FileInParts, length: number, answers: Uint8Array): PdfSource {
  const read = async (begin: number, end: number) => {
    const own = begin < length ? await parts.read(begin, Math.min(end, length)) : new Uint8Array();
    return join(own, answers.subarray(Math.max(0, begin - length), Math.max(0, end - length)));
  };
  return ({ PDFDataRangeTransport }) => {
    const range = new PDFDataRangeTransport(length + answers.length, null);
    range.requestDataRange = (begin, end) =>
      // Callers that wait for the whole file learn why a part doesn't arrive.
      void read(begin, end).then(
        (part) => range.onDataRange(begin, part),
        () => undefined,
      );
    return { range, disableAutoFetch: true, disableStream: true };
  };
}

function fetchAtOnce(api: Operations): ArrivingFile {
  const whole = api.document();
  return {
    isLong: false,
    hash: hashWhole(whole),
    openSource: (hasEarlierAnswers) => (hasEarlierAnswers ? api.document('current') : whole),
    stop: () => undefined,
  };
}

/**
 * Returns what earlier answers append to the document, which is `length` bytes long, or all of it with them. Null if
 * there are none that this person may see.
 */
async function fetchAnswers(api: Operations, length: number, signal: AbortSignal): Promise<Part | null> {
  const request = async () => api.documentPart?.({ begin: length, end: null, variant: 'current' }, signal);
  try {
    return (await persist(request, signal)) ?? null;
  } catch (error) {
    if (error instanceof SignerProblem && error.code === 'range_not_satisfiable') return null;
    throw error;
  }
}

/** Repeats a request that fails for a reason that may pass. */
async function persist<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pause of PAUSES_MS)
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof SignerProblem) || !PASSING.includes(error.code) || signal.aborted) throw error;
      const wait = Math.max(pause, (error.retryAfterSeconds ?? 0) * 1_000);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  return await request();
}

function join(one: Uint8Array, other: Uint8Array): Uint8Array {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}

/** The parts of a file that have arrived. What a page needs is fetched before the rest. */
class FileInParts {
  readonly #bytes: Uint8Array;
  /** When each block arrives; undefined if it hasn't been requested. */
  readonly #coming: (Promise<void> | undefined)[];
  /** What pages wait for. */
  readonly #needed = new Set<Promise<unknown>>();
  readonly #fetchPart: FetchPart;
  readonly #progress: (share: number) => void;
  #arrived = 0;

  constructor({ bytes, length }: Part, fetchPart: FetchPart, progress: (share: number) => void) {
    this.#bytes = new Uint8Array(length);
    this.#coming = Array.from({ length: Math.ceil(length / BLOCK) }, () => undefined);
    this.#fetchPart = fetchPart;
    this.#progress = progress;
    this.#coming.fill(Promise.resolve(), 0, Math.ceil(bytes.length / BLOCK));
    this.#keep(0, bytes);
  }

  /** Returns the bytes from `begin` to before `end`, once they have arrived. */
  async read(begin: number, end: number): Promise<Uint8Array> {
    const [first, last] = [Math.floor(begin / BLOCK), Math.ceil(end / BLOCK)];
    // pdf.js mostly goes on to the next block.
    const ahead = Math.min(Math.max(last, first + 2), this.#coming.length);
    const coming = Promise.all(this.#request(first, ahead).slice(0, last - first));
    this.#needed.add(coming);
    await coming;
    this.#needed.delete(coming);
    return this.#bytes.slice(begin, end);
  }

  /** Fetches all that is missing, and returns the file. */
  async fetchRest(): Promise<Uint8Array> {
    let most = FEW;
    for (;;) {
      await Promise.all(this.#needed);
      const first = this.#coming.indexOf(undefined);
      if (first < 0) break;
      const taken = this.#coming.findIndex((coming, block) => block > first && coming !== undefined);
      const end = Math.min(first + most, taken < 0 ? this.#coming.length : taken);
      const began = performance.now();
      await Promise.all(this.#request(first, end));
      const took = performance.now() - began;
      if (took < SHORT_MS) most = Math.min(MOST, most * 2);
      else if (took > LONG_MS) most = Math.max(FEW, most / 2);
    }
    await Promise.all(this.#coming);
    return this.#bytes;
  }

  /** Requests those blocks from `first` to before `end` that haven't been requested. */
  #request(first: number, end: number): (Promise<void> | undefined)[] {
    for (let block = first; block < end; block += 1) {
      let next = block;
      while (next < end && this.#coming[next] === undefined) next += 1;
      if (next > block) this.#coming.fill(this.#fetch(block, next), block, next);
    }
    return this.#coming.slice(first, end);
  }

  #fetch(first: number, end: number): Promise<void> {
    const begin = first * BLOCK;
    const coming = this.#fetchPart(begin, Math.min(end * BLOCK, this.#bytes.length)).then((bytes) =>
      this.#keep(begin, bytes),
    );
    coming.catch(() => undefined);
    return coming;
  }

  #keep(begin: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, begin);
    this.#arrived += bytes.length;
    this.#progress(this.#arrived / this.#bytes.length);
  }
}

/**
 * Returns the SHA-256 of the bytes in lowercase hex. Returns null outside of HTTPS and localhost, where
 * browsers offer no digest. The signature is then sent without a hash.
 */
async function computeDocumentHash(bytes: Uint8Array): Promise<string | null> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', Uint8Array.from(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
