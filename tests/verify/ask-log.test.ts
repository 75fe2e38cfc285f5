import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formatVerifierKey } from '#domain/log/note.ts';
import { buildPreimage, toLogEntry } from '#domain/log/entry.ts';
import { formatProof } from '#domain/log/proof.ts';
import { askLog, type LogReader } from '#verify/ask-log.ts';
import { runCli } from '#verify/command.ts';
import { computeSha256 } from '#verify/sha256.ts';
import { verify } from '#verify/verify.ts';
import { memoryLog, newSigner, writeLog } from '../support/log.ts';
import { fileOf, readSealVectors } from '../vectors/seal/vectors.ts';

const directory = mkdtempSync(join(tmpdir(), 'ask-log-'));
afterAll(() => rmSync(directory, { recursive: true }));
const vector = readSealVectors().find(({ name }) => name === 'log-published');
if (vector?.evidence === undefined) throw new Error('no vector');
const file = fileOf(vector);
const exported = JSON.parse(vector.evidence) as {
  events: { seq: number; hash: string }[];
  envelopeId: string;
  organizationId: string;
};
const last = exported.events.at(-1) ?? { seq: 0, hash: '' };
const preimage = buildPreimage({
  ...{ organizationId: exported.organizationId, envelopeId: exported.envelopeId },
  ...{ seq: last.seq, headHash: last.hash, nonce: '00'.repeat(16) },
});

const PLACE = 41;
const OLD = 300;
const signer = newSigner('sign.example.com/log', 'log');
const own = Buffer.from(toLogEntry(preimage, computeSha256), 'hex');
const entries = Array.from({ length: 70_000 }, (_, at) =>
  at === PLACE ? own : Buffer.from(computeSha256(String(at)), 'hex'),
);
const log = memoryLog(entries);

/** Writes a log that grew to these sizes. Returns its last checkpoint. */
function written(name: string, sizes: readonly number[], content = log): string {
  const [note = ''] = writeLog(join(directory, name), content, { sizes, signers: [signer] }).slice(-1);
  return note;
}

const evidence = Buffer.from(
  JSON.stringify({
    ...exported,
    log: {
      ...{ preimage, index: PLACE },
      proof: formatProof({
        ...{ index: PLACE, hashes: log.proofOf(PLACE, OLD) },
        checkpoint: written('then', [OLD]),
      }),
    },
  }),
);

const readIn =
  (name: string, asked: string[] = []): LogReader =>
  async (path) => {
    asked.push(path);
    try {
      return readFileSync(join(directory, name, path));
    } catch {
      return null;
    }
  };

async function published(read: LogReader) {
  const trust = { keys: [formatVerifierKey(signer.key)], witnesses: [], quorum: 0 };
  const later = await askLog(evidence, read);
  const { results } = await verify(file, { evidence, log: { ...trust, later } });
  return results.find(({ check }) => check === 'published');
}

it.each([300, 301, 512, 513, 65_536, 70_000])(
  'proves from tiles that a log of %i entries continues the evidence',
  async (size) => {
    written(`grown-${size}`, [OLD, size]);
    const asked: string[] = [];
    expect(await published(readIn(`grown-${size}`, asked))).toMatchObject({
      code: 'published_and_continued',
      facts: { index: PLACE, size: OLD, newestSize: size },
    });
    expect(asked.length).toBeLessThan(8);
    // What it requests depends only on the sizes.
    expect(asked.every((path) => path === 'checkpoint' || /^tile\/[012]\//.test(path))).toBe(true);
  },
);

it('takes a full tile where the partial one is gone', async () => {
  written('fuller', [OLD, 310]);
  const checkpoint = readFileSync(join(directory, 'fuller/checkpoint'));
  written('fuller', [OLD, 310, 600]);
  writeFileSync(join(directory, 'fuller/checkpoint'), checkpoint);
  rmSync(join(directory, 'fuller/tile/0/001.p'), { recursive: true });
  expect(await published(readIn('fuller'))).toMatchObject({ code: 'published_and_continued' });
});

it('finds a log that was rewritten or rolled back', async () => {
  const other = memoryLog(entries.map((entry, at) => (at === 7 ? Buffer.alloc(32) : entry)));
  written('forked', [600], other);
  expect(await published(readIn('forked'))).toMatchObject({ outcome: 'failed', code: 'log_forked' });
  written('rolled-back', [200]);
  expect(await published(readIn('rolled-back'))).toMatchObject({ outcome: 'failed', code: 'log_forked' });
  const unsigned = newSigner('sign.example.com/log', 'log');
  writeLog(join(directory, 'unsigned'), log, { sizes: [600], signers: [unsigned] });
  expect(await published(readIn('unsigned'))).toMatchObject({ outcome: 'failed', code: 'log_forked' });
  written('changed-tile', [600]);
  writeFileSync(join(directory, 'changed-tile/tile/0/001'), Buffer.alloc(8192));
  expect(await published(readIn('changed-tile'))).toMatchObject({ outcome: 'failed', code: 'log_forked' });
});

it('says that nothing was compared if the log is unreachable, incomplete or another one', async () => {
  const unreached = { outcome: 'not_checked', code: 'log_not_reached' };
  expect(await published(async () => null)).toMatchObject(unreached);
  expect(await published(async () => Buffer.from('<!doctype html>'))).toMatchObject(unreached);
  written('incomplete', [600]);
  rmSync(join(directory, 'incomplete/tile'), { recursive: true });
  expect(await published(readIn('incomplete'))).toMatchObject(unreached);
  const elsewhere = newSigner('other.example.com/log', 'log');
  writeLog(join(directory, 'elsewhere'), log, { sizes: [600], signers: [elsewhere] });
  expect(await published(readIn('elsewhere'))).toMatchObject(unreached);
});

it('asks a folder or an address on the command line', async () => {
  writeFileSync(join(directory, 'file.pdf'), file);
  writeFileSync(join(directory, 'evidence.json'), evidence);
  const printed = async (...args: string[]) => {
    const lines: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = (text) => lines.push(String(text)) > 0;
    try {
      await runCli([
        join(directory, 'file.pdf'),
        ...['--evidence', join(directory, 'evidence.json')],
        ...['--log-key', formatVerifierKey(signer.key), ...args],
      ]);
    } finally {
      process.stdout.write = write;
    }
    return lines.join('');
  };
  written('folder', [OLD, 600]);
  expect(await printed('--log', join(directory, 'folder'))).toContain('[published_and_continued]');
  expect(await printed('--log', 'http://127.0.0.1:9/log')).toContain('[log_not_reached]');
  expect(await printed()).toContain('[published]');
});
