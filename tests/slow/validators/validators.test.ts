import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { exampleAuthority, exampleFacts, exampleRequest } from '../../pdf/support/seal-request-example.ts';
import { formDocument, signedBefore } from '../../pdf/support/signed-document.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';
import { seal } from '../../pdf/support/seal-in-place.ts';
import { patience } from '../../support/patience.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { LEVELS, sealedLevels } from '../../support/timestamp/sealed-levels.ts';
import { startTimestampServer, type TimestampServer } from '../../support/timestamp/timestamp-server.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const works = (command: string, ...options: string[]) =>
  spawnSync(command, options, { stdio: 'ignore' }).status === 0;
const hasJava = works('javac', '--version') && works('mvn', '--version');
const hasPython = works('python3', '-c', 'import sys, venv, pip; sys.exit(sys.version_info < (3, 10))');

const KEYS = ['rsa', 'p256'] as const;
/** The fields of a form that somebody else made, in A4 user space, and as fractions from the top. */
const BOX = [100, 600, 300, 650] as const;
const PLACE = { x: 100 / 595, y: (842 - 650) / 842, width: 200 / 595, height: 50 / 842 };

const scratch = scratchDirectory();
let service: TimestampServer;
/** The files, and the certificates of the roots to trust. */
const files = new Map<string, string>();
const roots: string[] = [];

const keep = (name: string, bytes: Uint8Array) =>
  files.set(name, writtenTo(scratch.path, `${name}.pdf`, bytes));
const trust = (name: string, der: Uint8Array) => roots.push(writtenTo(scratch.path, `${name}.cer`, der));

beforeAll(async () => {
  service = await startTimestampServer({ listUrl: 'http://time.example.org/root.crl' });
  const stamping = openTimestampServices({
    ...{ urls: [service.url], timeoutMs: 30_000, clock: () => new Date() },
    onFailure: (url, reason) => expect.unreachable(`${url}: ${reason}`),
  });
  trust('service', service.root);
  for (const key of KEYS) {
    const sealed = await sealedLevels(key, stamping, [await service.issueList()]);
    trust(key, sealed.authority);
    for (const level of LEVELS) keep(`${key}-${level}`, sealed.files[level]);
  }
  const { signer } = await exampleAuthority();
  const resealed = async (presented: Uint8Array, fields: Parameters<typeof exampleRequest>[2]) => {
    const document = { ...exampleFacts(presented).document, isApart: true };
    const request = exampleRequest(presented, signer, fields, { document });
    return (await seal({ ...request, keepsSignatures: true })).bytes;
  };
  const mark = { kind: 'typed', text: 'Ada Lovelace' } as const;
  const signature = { page: 1, type: 'signature', value: '', mark, ...PLACE } as const;
  const form = await formDocument([
    { name: 'Ada', type: 'Sig', box: BOX, appearance: { box: [0, 50, 200, 0] } },
  ]);
  keep('certified', await resealed(await signedBefore(form, { certify: 2 }), [signature]));
  const top = { ...signature, y: 0.05 };
  const bottom = {
    page: 1,
    type: 'text',
    value: 'Harbour',
    x: 0.6,
    y: 0.9,
    width: 0.3,
    height: 0.03,
  } as const;
  keep('signed-before', await resealed(await signedBefore(await sealableDocument([{}])), [top, bottom]));
}, patience(240_000));
afterAll(async () => {
  await service.close();
  scratch.remove();
});

type DssSignature = {
  readonly fields: readonly string[];
  readonly indication: string;
  readonly level: string;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: readonly string[];
};
type DssReport = {
  readonly signatures: readonly DssSignature[];
  readonly timestamps: readonly { readonly type: string; readonly indication: string }[];
};

describe.skipIf(!hasJava)(
  'the European Commission’s DSS (skipped where there is no JDK 17 with Maven)',
  () => {
    const reports = new Map<string, DssReport>();
    beforeAll(async () => {
      const paths = [...files.values()];
      const { stdout } = await run(here('dss/dss.sh'), [...roots, '--', ...paths], { maxBuffer: 2 ** 24 });
      stdout
        .trim()
        .split('\n')
        .forEach((line, index) => reports.set([...files.keys()][index] ?? '', JSON.parse(line)));
    }, patience(600_000));

    it.each(KEYS)('gives our seals with a key of %s the level that we give them', (key) => {
      const found = LEVELS.map((level) => reports.get(`${key}-${level}`)?.signatures.map((one) => one.level));
      expect(found).toEqual(LEVELS.map((level) => [`PAdES-BASELINE-${level.slice(2).toUpperCase()}`]));
    });

    it.each(KEYS)('passes long-term seals with a key of %s, without a warning', (key) => {
      for (const level of ['b-lt', 'b-lta'] as const) {
        const { signatures, timestamps } = reports.get(`${key}-${level}`) ?? {
          signatures: [],
          timestamps: [],
        };
        expect(signatures).toMatchObject([{ indication: 'TOTAL_PASSED', errors: [], warnings: [] }]);
        expect(timestamps.map(({ indication }) => indication)).toEqual(
          level === 'b-lta' ? ['PASSED', 'PASSED'] : ['PASSED'],
        );
      }
    });

    it('misses nothing in other seals but the revocation list', () => {
      for (const name of ['rsa-b-b', 'rsa-b-t']) {
        const [seal] = reports.get(name)?.signatures ?? [];
        expect(seal?.indication).toBe('INDETERMINATE');
        expect(seal?.errors.filter((error) => !/IRDPFC|BBB_XCV_SUB_ANS/.test(error))).toEqual([]);
      }
    });

    it('finds no change that somebody else’s certification forbids, where we filled in their form', () => {
      for (const one of reports.get('certified')?.signatures ?? []) {
        expect(one.warnings.filter((warning) => /BBB_FC_(?:ISVADMDPD|DSCNUOM|IAOD)/.test(warning))).toEqual(
          [],
        );
        expect(one.changes.filter((change) => change.startsWith('undefined'))).toEqual([]);
      }
      expect(reports.get('certified')?.signatures).toHaveLength(2);
    });

    it('finds nothing that overlaps on a page that was signed before', () => {
      const signatures = reports.get('signed-before')?.signatures ?? [];
      expect(signatures.length).toBeGreaterThanOrEqual(2);
      expect(signatures.flatMap(({ warnings }) => warnings.filter((one) => one.includes('IAOD')))).toEqual(
        [],
      );
    });
  },
);

/** Installs packages in an environment of their own, and returns its Python. */
async function install(requirements: string): Promise<string> {
  const environment = join(scratch.path, requirements.replace('.txt', ''));
  await run('python3', ['-m', 'venv', environment]);
  const python = join(environment, 'bin/python');
  const options = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement'];
  await run(python, [...options, here(requirements)]);
  return python;
}

describe.skipIf(!hasPython)('pyHanko (skipped where there is no Python 3.10 with venv and pip)', () => {
  let judged: Readonly<Record<string, readonly Record<string, unknown>[]>> = {};
  beforeAll(async () => {
    const python = await install('requirements.txt');
    const { stdout } = await run(python, [here('validate.py'), ...roots, '--', ...files.values()]);
    const all = JSON.parse(stdout) as Record<string, unknown>[][];
    judged = Object.fromEntries([...files.keys()].map((name, index) => [name, all[index] ?? []]));
  }, patience(600_000));

  it.each(KEYS)('says that seals with a key of %s are intact, valid, trusted and permitted', (key) => {
    for (const level of LEVELS)
      expect(judged[`${key}-${level}`], level).toMatchObject([
        { isIntact: true, isValid: true, isTrusted: true, isPermitted: true },
      ]);
  });

  it.each(['certified', 'signed-before'])(
    'says that both signatures are intact and permitted: %s',
    (name) => {
      expect(judged[name]?.length).toBeGreaterThanOrEqual(2);
      for (const one of judged[name] ?? [])
        expect(one).toMatchObject({ isIntact: true, isValid: true, isPermitted: true });
    },
  );

  it(
    'finds in archived seals the revocation list that was current when they were made',
    async () => {
      const python = await install('requirements-long-term.txt');
      // It tries only one of several roots with the same name, so each file is given its own.
      for (const [index, key] of KEYS.entries()) {
        const own = [roots[0] ?? '', roots[index + 1] ?? ''];
        const file = files.get(`${key}-b-lta`) ?? '';
        const { stdout } = await run(python, [here('long-term.py'), ...own, '--', file]);
        expect(JSON.parse(stdout), key).toEqual(['valid']);
      }
    },
    patience(300_000),
  );
});
