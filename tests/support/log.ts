import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inclusionPath, type Range } from '#domain/event/merkle-log.ts';
import { toHex, utf8 } from '#domain/log/bytes.ts';
import { checkpointText } from '#domain/log/checkpoint.ts';
import { bundled } from '#domain/log/entry.ts';
import {
  cosignedMessage,
  formatNote,
  timedSignature,
  verifierKey,
  type KeyUse,
  type NoteSignature,
  type VerifierKey,
} from '#domain/log/note.ts';
import {
  rangeHashOf,
  rowHash,
  tilesBetween,
  TILE_WIDTH,
  type SizedTile,
  tilePath,
} from '#domain/log/tiles.ts';
import { generateEd25519, signEd25519 } from '#server/crypto/ed25519.ts';
import { sha256Bytes } from '#server/crypto/hash.ts';
import { buildGoProgram } from './go-program.ts';

/** A key pair that signs notes. */
export type Signer = { readonly key: VerifierKey; readonly privateKey: Uint8Array };

export function newSigner(name: string, use: KeyUse): Signer {
  const { privateKey, publicKey } = generateEd25519();
  return { privateKey, key: verifierKey({ name, use, publicKey }, sha256Bytes) };
}

export function signatureOf({ key, privateKey }: Signer, text: string, time = 1_800_000_000): NoteSignature {
  const { name, keyId } = key;
  if (key.use === 'log') return { name, keyId, signature: signEd25519(privateKey, utf8(text)) };
  const signature = signEd25519(privateKey, cosignedMessage(text, time));
  return { name, keyId, signature: timedSignature(time, signature) };
}

/** A whole log in memory, from entries alone. */
export function memoryLog(entries: readonly Uint8Array[]) {
  const leaf = (entry: Uint8Array) => sha256Bytes(Buffer.concat([Buffer.of(0), entry]));
  const rows: Uint8Array[][] = [entries.map(leaf)];
  const read = (level: number, index: number) => {
    const row = rows[level]?.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH) ?? [];
    return row.length === 0 ? undefined : Buffer.concat(row);
  };
  for (let row = rows[0] ?? []; row.length >= TILE_WIDTH;) {
    const full = Math.floor(row.length / TILE_WIDTH);
    const below = row;
    row = Array.from({ length: full }, (_, at) =>
      rowHash(Buffer.concat(below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)), sha256Bytes),
    );
    rows.push(row);
  }
  const hashOf = (range: Range) => toHex(rangeHashOf(range, read, sha256Bytes) ?? new Uint8Array());
  return {
    read,
    hashOf,
    rootAt: (size: number) => hashOf({ start: 0, end: size }),
    proofOf: (index: number, size: number) => inclusionPath(index, size).map(hashOf),
    tile: ({ level, index, width }: SizedTile): Uint8Array => {
      if (level !== 'entries') return (read(level, index) ?? new Uint8Array()).subarray(0, width * 32);
      const start = index * TILE_WIDTH;
      return Buffer.concat(entries.slice(start, start + width).map(bundled));
    },
  };
}

/** Writes the files of a log that had checkpoints of these sizes, the last one signed by all. Returns the checkpoints. */
export function writeLog(
  directory: string,
  log: ReturnType<typeof memoryLog>,
  { sizes, signers }: { sizes: readonly number[]; signers: readonly [Signer, ...Signer[]] },
): string[] {
  let before = 0;
  return sizes.map((size) => {
    for (const tile of tilesBetween(before, size)) writeIn(directory, tilePath(tile), log.tile(tile));
    before = size;
    const text = checkpointText({ origin: signers[0].key.name, size, rootHash: log.rootAt(size) });
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

/** Whether the programs are here that build the reader: Debian's golang-go and golang-golang-x-mod-dev. */
export const HAS_GO = reader !== null;

/** Reads a log with Go's packages, also one that this process serves. Returns what the reader found, or what it said is wrong. */
export async function readWithGo(flags: Readonly<Record<string, string>>): Promise<unknown> {
  if (reader === null) throw new Error('Go is missing');
  const reading = spawn(
    reader,
    Object.entries(flags).flatMap(([name, value]) => [`-${name}`, value]),
  );
  const [stdout, stderr] = await Promise.all([text(reading.stdout), text(reading.stderr)]);
  return stdout === '' ? stderr.trim() : JSON.parse(stdout);
}
