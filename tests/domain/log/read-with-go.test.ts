import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toBase64 } from '#domain/log/bytes.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import { formatProof } from '#domain/log/proof.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { HAS_GO, memoryLog, newSigner, readWithGo, writeLog } from '../../support/log.ts';

const directory = mkdtempSync(join(tmpdir(), 'log-'));
afterAll(() => rmSync(directory, { recursive: true }));

const log = newSigner('sign.example/log', 'log');
const witness = newSigner('witness.example', 'witness');

describe.skipIf(!HAS_GO)('Go’s packages for checksum databases', () => {
  it.each([
    [1, 1],
    [255, 256],
    [300, 1234],
    [65_000, 66_000],
  ])('read a log that grew from %i to %i entries', async (before, size) => {
    const entries = Array.from({ length: size }, (_, n) => computeSha256Bytes(Buffer.from(`entry ${n}`)));
    const tree = memoryLog(entries);
    const folder = join(directory, String(size));
    const [old = '', checkpoint = ''] = writeLog(folder, tree, {
      sizes: [before, size],
      signers: [log, witness],
    });
    const index = before - 1;
    const proof = formatProof({ index, hashes: tree.proofOf(index, size), checkpoint });
    const flags = { old: join(folder, 'old'), proof: join(folder, 'proof') };
    writeFileSync(flags.old, old);
    writeFileSync(flags.proof, proof);
    const found = await readWithGo({
      ...flags,
      log: folder,
      vkey: formatVerifierKey(log.key),
      witnesses: formatVerifierKey(witness.key),
      entry: toBase64(entries[index] ?? new Uint8Array()),
    });
    expect(found).toMatchObject({ size, signatures: 2, continues: before, proven: index });
  });

  it('refuse a log with a changed entry', async () => {
    const folder = join(directory, 'changed');
    const entries = Array.from({ length: 20 }, (_, n) => computeSha256Bytes(Buffer.from(`entry ${n}`)));
    writeLog(folder, memoryLog(entries), { sizes: [20], signers: [log] });
    const bundle = Buffer.concat(entries.map((entry) => Buffer.concat([Buffer.of(0, 32), entry])));
    bundle[40] = 0;
    writeFileSync(join(folder, 'tile/entries/000.p/20'), bundle);
    expect(await readWithGo({ log: folder, vkey: formatVerifierKey(log.key) })).toBe(
      'entry 1 is not what its leaf says',
    );
  });
});
