import { buildConsistencyPath } from '../../../src/domain/event/merkle-log.ts';
import { fromHex, concatBytes, toHex } from '../../../src/domain/log/bytes.ts';
import { parseCheckpointText } from '../../../src/domain/log/checkpoint.ts';
import { parseNote } from '../../../src/domain/log/note.ts';
import {
  computeRangeHash,
  TILE_WIDTH,
  getTileLength,
  formatTilePath,
  listTilesUnder,
  getTileWidth,
} from '../../../src/domain/log/tiles.ts';
import { formatAddCheckpoint } from '../../../src/domain/log/witness.ts';
import { Malformed } from './bytes.ts';
import { readLog } from './checks/published.ts';
import { readEvidence } from './evidence.ts';
import { computeSha256 } from './sha256.ts';

/** Reads a file of a log by its path (c2sp.org/tlog-tiles). Null if it's unavailable. */
export type LogReader = (path: string) => Promise<Uint8Array | null>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Returns the name of the log that the exported evidence has a proof from; null without a proof. */
export function readLogName(evidence: Uint8Array): string | null {
  return readCheckpoint(evidence)?.origin ?? null;
}

/**
 * Asks a log for its newest checkpoint, and builds a proof from its tiles that it continues the checkpoint in
 * the evidence. Returns both as {@link LogTrust.later}. Null if the evidence has no proof, or if the log
 * can't be read or is a different one. Doesn't check signatures.
 */
export async function askLog(evidence: Uint8Array, read: LogReader): Promise<string | null> {
  const old = readCheckpoint(evidence);
  const bytes = old === null ? null : await read('checkpoint');
  if (old === null || bytes === null) return null;
  const checkpoint = new TextDecoder().decode(bytes);
  const newest = parseCheckpointText(parseNote(checkpoint)?.text ?? '');
  if (newest?.origin !== old.origin) return null;
  // A smaller log can't continue this one, so its tiles don't matter.
  const proof = newest.size < old.size ? [] : await fetchConsistency(old.size, newest.size, read);
  return proof === null ? null : formatAddCheckpoint({ oldSize: old.size, proof, checkpoint });
}

async function fetchConsistency(from: number, to: number, read: LogReader): Promise<string[] | null> {
  const path = buildConsistencyPath(from, to);
  const tiles = new Map<string, Uint8Array>();
  await Promise.all(
    listTilesUnder(path).map(async ({ level, index }) => {
      const width = getTileWidth({ level, index }, to);
      // A log may delete a partial tile once a wider one exists.
      const tile =
        (await read(formatTilePath({ level, index, width }))) ??
        (width < TILE_WIDTH ? await read(formatTilePath({ level, index, width: TILE_WIDTH })) : null);
      if (tile !== null && tile.length >= getTileLength({ level, width }))
        tiles.set(`${level} ${index}`, tile);
    }),
  );
  const digestHex = (bytes: Uint8Array) => fromHex(computeSha256(bytes)) ?? new Uint8Array();
  const hashes = path.map((range) =>
    computeRangeHash(range, (level, index) => tiles.get(`${level} ${index}`), digestHex),
  );
  return hashes.every((hash) => hash !== undefined) ? hashes.map(toHex) : null;
}

function readCheckpoint(evidence: Uint8Array) {
  try {
    return readLog(readEvidence(evidence).log)?.checkpoint ?? null;
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** Reads a log over HTTP. Bypasses caches for its checkpoint, because only the newest one counts. */
export function createHttpLogReader(address: string): LogReader {
  const base = address.endsWith('/') ? address : `${address}/`;
  return async (path) => {
    try {
      const answer = await fetch(base + path, {
        cache: path === 'checkpoint' ? 'no-store' : 'default',
        credentials: 'omit',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return answer.ok && answer.body !== null ? await readBody(answer.body) : null;
    } catch {
      return null;
    }
  };
}

/** Reads a body; null if it's longer than any file of a log can be. */
async function readBody(body: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concatBytes(...parts);
    parts.push(value);
    length += value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      return null;
    }
  }
}
