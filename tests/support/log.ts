import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildInclusionPath, type Range } from '#domain/event/merkle-log.ts';
import { toHex, encodeUtf8 } from '#domain/log/bytes.ts';
import { formatCheckpoint } from '#domain/log/checkpoint.ts';
import { toBundleEntry } from '#domain/log/entry.ts';
import {
  buildCosignedMessage,
  formatNote,
  encodeTimedSignature,
  createVerifierKey,
  type KeyUse,
  type NoteSignature,
  type VerifierKey,
} from '#domain/log/note.ts';
import {
  computeRangeHash,
  computeRowHash,
  listTilesBetween,
  TILE_WIDTH,
  type SizedTile,
  formatTilePath,
} from '#domain/log/tiles.ts';
import { generateEd25519, signEd25519 } from '#server/crypto/ed25519.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { buildGoProgram } from './go-program.ts';

/** A key pair that signs notes. */
export type Signer = { readonly key: VerifierKey; readonly privateKey: Uint8Array };

export function newSigner(name: string, use: KeyUse): Signer {
  const { privateKey, publicKey } = generateEd25519();
  return { privateKey, key: createVerifierKey({ name, use, publicKey }, computeSha256Bytes) };
}

export function signatureOf({ key, privateKey }: Signer, text: string, time = 1_800_000_000): NoteSignature {
  const { name, keyId } = key;
  if (key.use === 'log') return { name, keyId, signature: signEd25519(privateKey, encodeUtf8(text)) };
  const signature = signEd25519(privateKey, buildCosignedMessage(text, time));
  return { name, keyId, signature: encodeTimedSignature(time, signature) };
}

/** A whole log in memory, from entries alone. */
export function memoryLog(entries: readonly Uint8Array[]) {
  const leaf = (entry: Uint8Array) => computeSha256Bytes(Buffer.concat([Buffer.of(0), entry]));
  const rows: Uint8Array[][] = [entries.map(leaf)];
  const read = (level: number, index: number) => {
    const row = rows[level]?.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH) ?? [];
    return row.length === 0 ? undefined : Buffer.concat(row);
  };
  for (let row = rows[0] ?? []; row.length >= TILE_WIDTH;) {
    const full = Math.floor(row.length / TILE_WIDTH);
    const below = row;
    row = Array.from({ length: full }, (_, at) =>
      computeRowHash(Buffer.concat(below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)), computeSha256Bytes),
    );
    rows.push(row);
  }
  const hashOf = (range: Range) =>
    toHex(computeRangeHash(range, read, computeSha256Bytes) ?? new Uint8Array());
  return {
    read,
    hashOf,
    rootAt: (size: number) => hashOf({ start: 0, end: size }),
    proofOf: (index: number, size: number) => buildInclusionPath(index, size).map(hashOf),
    tile: ({ level, index, width }: SizedTile): Uint8Array => {
      if (level !== 'entries') return (read(level, index) ?? new Uint8Array()).subarray(0, width * 32);
      const start = index * TILE_WIDTH;
      return Buffer.concat(entries.slice(start, start + width).map(toBundleEntry));
    },
  };
}

/**
 * Writes the files of a log with checkpoints of these sizes, the last one signed by everyone. Returns the
 * checkpoints.
 */
export function writeLog(
  directory: string,
  log: ReturnType<typeof memoryLog>,
  { sizes, signers }: { sizes: readonly number[]; signers: readonly [Signer, ...Signer[]] },
): string[] {
  let before = 0;
  return sizes.map((size) => {
    for (const tile of listTilesBetween(before, size))
      writeIn(directory, formatTilePath(tile), log.tile(tile));
    before = size;
    const text = formatCheckpoint({ origin: signers[0].key.name, size, rootHash: log.rootAt(size) });
    const note = formatNote({ text, signatures: signers.map((signer) => signatureOf(signer, text)) });
    writeIn(directory, 'checkpoint', note);
    return note;
  });
}

function writeIn(directory: string, path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), content);
}

const reader = buildGoProgram('read-log', ['golang.org/x/mod/sumdb/tlog']);

/**
 * Whether the packages for building the reader are installed: Debian's golang-go and golang-golang-x-mod-dev.
 */
export const HAS_GO = reader !== null;

/**
 * Reads a log with Go's packages, even one that this process serves. Returns what the reader found, or its
 * error.
 */
export async function readWithGo(flags: Readonly<Record<string, string>>): Promise<unknown> {
  if (reader === null) throw new Error('Go is missing');
  const reading = spawn(
    reader,
    Object.entries(flags).flatMap(([name, value]) => [`-${name}`, value]),
  );
  const [stdout, stderr] = await Promise.all([text(reading.stdout), text(reading.stderr)]);
  return stdout === '' ? stderr.trim() : JSON.parse(stdout);
}
