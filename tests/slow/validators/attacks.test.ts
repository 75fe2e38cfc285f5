import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { verify } from '#verify/verify.ts';
import { patience } from '../../support/patience.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { sealedLevels } from '../../support/timestamp/sealed-levels.ts';
import { startTimestampServer } from '../../support/timestamp/timestamp-server.ts';
import { ATTACKS } from './attacks.ts';
import { keepTable } from './tables.ts';

const run = promisify(execFile);
const dss = fileURLToPath(new URL('dss/dss.sh', import.meta.url));
const hasJava = ['javac', 'mvn'].every(
  (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Copies that were only cut short, or got line ends from an email program, are still what was sealed. */
const HARMLESS: Readonly<Record<string, string>> = {
  '09b-truncated-to-seal': 'B-T',
  '09c-truncated-before-doctimestamp': 'B-LT',
  '13d-trailing-newlines': 'B-LTA',
};
/** What only DSS can't decide without a network: whether the seal's certificate was revoked. */
const UNDECIDED_OFFLINE: ReadonlySet<string> = new Set(['09b-truncated-to-seal']);

const scratch = scratchDirectory();
const files = new Map<string, Uint8Array>();
const options: { roots: Uint8Array[]; timestampRoots: Uint8Array[] } = { roots: [], timestampRoots: [] };

beforeAll(async () => {
  const service = await startTimestampServer({ listUrl: 'http://time.example.org/root.crl' });
  try {
    const stamping = openTimestampServices({
      ...{ urls: [service.url], timeoutMs: 30_000, clock: () => new Date() },
      onFailure: (url, reason) => expect.unreachable(`${url}: ${reason}`),
    });
    const lists = [await service.issueList()];
    const sealed = await sealedLevels('rsa', stamping, lists);
    const other = await sealedLevels('rsa', stamping, lists);
    const forged = await sealedLevels('rsa', stamping, lists);
    options.roots.push(sealed.authority);
    options.timestampRoots.push(service.root);
    const spoils = {
      files: sealed.files,
      other: other.files,
      signer: sealed.signer,
      lookAlike: forged.signer,
    };
    files.set('00-untouched', sealed.files['b-lta']);
    for (const { name, make } of ATTACKS) files.set(name, await make(spoils));
  } finally {
    await service.close();
  }
}, patience(240_000));
afterAll(() => {
  scratch.remove();
});

/** What our verifier says, without the evidence, which is an example: the level and the failed checks. */
async function judge(name: string) {
  const bytes = files.get(name) ?? new Uint8Array();
  const { level, results } = await verify(bytes, { ...options, now: new Date() });
  const failed = results.filter(({ check, outcome }) => check !== 'audit_log' && outcome === 'failed');
  const verdict = failed.length === 0 ? 'valid' : 'invalid';
  return { verdict, level, codes: failed.map(({ code }) => code) };
}

describe('a sealed file that was tampered with', () => {
  it('is valid before', async () => {
    expect(await judge('00-untouched')).toEqual({ verdict: 'valid', level: 'B-LTA', codes: [] });
  });

  it.each(ATTACKS.map(({ name }) => name))('%s', async (name) => {
    const { verdict, level, codes } = await judge(name);
    const harmless = HARMLESS[name];
    if (harmless !== undefined)
      expect({ verdict, level, codes }).toEqual({ verdict: 'valid', level: harmless, codes: [] });
    else expect(verdict, `level ${level}`).toBe('invalid');
  });
});

type DssReport = {
  readonly error?: string;
  readonly signatures?: readonly {
    readonly indication: string;
    readonly subIndication: string;
    readonly level: string;
    readonly errors: readonly string[];
    readonly warnings: readonly string[];
  }[];
  readonly timestamps?: readonly { readonly type: string; readonly indication: string }[];
};

describe.skipIf(!hasJava)('DSS on the same files (skipped where there is no JDK 17 with Maven)', () => {
  it(
    'rejects nothing that we call valid',
    async () => {
      const roots = [...options.roots, ...options.timestampRoots].map((der, index) =>
        writtenTo(scratch.path, `root-${index}.cer`, der),
      );
      const names = [...files.keys()];
      const paths = names.map((name) =>
        writtenTo(scratch.path, `${name}.pdf`, files.get(name) ?? new Uint8Array()),
      );
      const { stdout } = await run(dss, [...roots, '--', ...paths], { maxBuffer: 2 ** 26 });
      const reports = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as DssReport);
      const rows: string[][] = [];
      const disagreements: string[] = [];
      for (const [index, name] of names.entries()) {
        const { verdict, level, codes } = await judge(name);
        const { error, signatures = [], timestamps = [] } = reports[index] ?? {};
        const theirs = signatures.map((one) =>
          [one.indication, one.subIndication === 'null' ? '' : one.subIndication, `(${one.level})`].join(' '),
        );
        const messages = signatures.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
        rows.push([
          ...[name, `${verdict} ${level}: ${codes.join(', ') || '-'}`],
          error ?? (theirs.join('; ') || 'no signature found'),
          timestamps.map(({ type, indication }) => `${type} ${indication}`).join(', '),
          [...new Set(messages.map((message) => message.split(':')[0]?.replace(/^BBB_|_ANS$/g, '')))].join(
            ', ',
          ),
        ]);
        const passes =
          signatures.length > 0 && signatures.every(({ indication }) => indication === 'TOTAL_PASSED');
        if (verdict === 'valid' && !passes && !UNDECIDED_OFFLINE.has(name)) disagreements.push(name);
      }
      keepTable('attacks', ['Attack', 'Countersign', 'DSS', 'Timestamps', 'Messages'], rows);
      expect(disagreements).toEqual([]);
    },
    patience(600_000),
  );
});
