import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verify } from '#verify/verify.ts';
import { patience } from '../support/patience.ts';
import {
  type Identity,
  identity,
  scopedList,
  type ListParts,
  timestamp,
} from '../vectors/seal/make/authority.ts';
import { der, integer, octets, oid, sequence } from '../vectors/seal/make/der.ts';
import { stream } from '../vectors/seal/make/pdf.ts';
import {
  evidenceOf,
  eventsOf,
  presentedDocument,
  sealed,
  withCatalog,
  withStore,
} from '../vectors/seal/make/seals.ts';
import { sha256 } from '../vectors/seal/make/pdf.ts';

const NOW = '2026-11-24T00:00:00Z';
const LIST_URL = 'http://lists.example.com/seals.crl';
const VALIDITY = { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' };

let root: Identity;
let service: Identity;
let stranger: Identity;
let signer: Identity;
const files = new Map<string, Buffer>();

beforeAll(async () => {
  root = await identity({ name: 'CN=Root', ...VALIDITY, serial: '01' });
  stranger = await identity({ name: 'CN=Somebody else', ...VALIDITY, serial: '01' });
  signer = await identity({
    ...{ name: 'O=Example Ltd', issuer: root, ...VALIDITY, serial: '0a' },
    ...{ purposes: ['1.3.6.1.5.5.7.3.36'], listUrl: LIST_URL },
  });
  const timeRoot = await identity({ name: 'CN=Time root', ...VALIDITY, serial: '01' });
  service = await identity({
    ...{ name: 'O=Time service', issuer: timeRoot, ...VALIDITY, serial: '0b' },
    purposes: ['1.3.6.1.5.5.7.3.8'],
  });
});

const uri = (text: string) => der(0x86, Buffer.from(text));
const fullName = (...names: Buffer[]) => der(0xa0, der(0xa0, ...names));
const YES = Uint8Array.of(0xff);
const USERS = der(0x81, YES);
const AUTHORITIES = der(0x82, YES);
const extension = (id: string, value: Buffer, isCritical = true) =>
  sequence(oid(id), ...(isCritical ? [der(0x01, YES)] : []), octets(value));
/** issuingDistributionPoint, which is always critical (RFC 5280, 5.2.5). */
const point = (...parts: Buffer[]): ListParts => ({
  extensions: [extension('2.5.29.28', sequence(...parts))],
});
const entry = (serial: number, ...extensions: Buffer[]) =>
  sequence(
    integer(serial),
    der(0x17, Buffer.from('261101000000Z')),
    ...(extensions.length === 0 ? [] : [sequence(...extensions)]),
  );
const ofIssuer = (issuer: Identity) => extension('2.5.29.29', sequence(der(0xa4, nameOf(issuer))));

function nameOf({ certificate }: Identity): Buffer {
  // A root contains its name twice: as issuer and as subject.
  const text = certificate.toString('latin1');
  const at = text.indexOf('\x55\x04\x03') - 6;
  const start = text.lastIndexOf('\x30', at);
  return certificate.subarray(start, start + 2 + (certificate[start + 1] ?? 0));
}

/** Seals a document that has these streams in its own /DSS, and adds others after the seal. */
async function sealedWith(added: readonly Buffer[], earlier: readonly Buffer[] = []): Promise<Buffer> {
  const presented = presentedDocument();
  const references = earlier.map((_, index) => `${41 + index} 0 R`).join(' ');
  const more = {
    catalog: ' /DSS 40 0 R',
    objects: [
      [40, `<< /Type /DSS /CRLs [${references}] >>`] as const,
      ...earlier.map((content, index) => [41 + index, stream(content)] as const),
    ],
  };
  const file = await sealed(presented, {
    signer,
    evidence: evidenceOf(eventsOf(sha256(presented))),
    stamp: (value) => timestamp(service, value, '2026-11-20T10:10:05Z'),
    ...(earlier.length === 0 ? {} : { more }),
  });
  if (added.length === 0) return file;
  if (earlier.length === 0) return withStore(file, added);
  const own = added.map((content, index) => [51 + index, stream(content)] as const);
  const all = [references, ...own.map(([number]) => `${number} 0 R`)].join(' ');
  const store = [50, `<< /Type /DSS /CRLs [${all}] >>`] as const;
  return withCatalog(file, (text) => text.replace('/DSS 40 0 R', '/DSS 50 0 R'), [store, ...own], 60);
}

/** Verifies a file, and compares with the second verifier. */
async function check(name: string, file: Buffer) {
  files.set(name, file);
  const roots = [root.certificate];
  const timestampRoots = [service.chain[0] ?? Buffer.alloc(0)];
  const { level, results } = await verify(file, { roots, timestampRoots, now: new Date(NOW) });
  const codes = Object.fromEntries(results.map((result) => [result.check, result.code]));
  return { level, seal: codes['seal'], longTerm: codes['long_term'] };
}

const KEPT = { level: 'B-LT', seal: 'sealed_by', longTerm: 'long_term_kept' };
const INCOMPLETE = { level: 'B-T', seal: 'sealed_by', longTerm: 'long_term_incomplete' };
const NONE = { level: 'B-T', seal: 'sealed_by', longTerm: 'no_long_term_data' };
const INVALID = { level: 'B-T', seal: 'sealed_by', longTerm: 'revocation_data_invalid' };
const REVOKED = { seal: 'certificate_revoked' };

describe('a list that was added to a seal', () => {
  const cases: readonly (readonly [string, () => ListParts, object])[] = [
    ['without extensions', () => ({}), KEPT],
    ['of the distribution point that the certificate names', () => point(fullName(uri(LIST_URL))), KEPT],
    [
      'of several names, one of which is it',
      () => point(fullName(uri('ldap://x'), uri(LIST_URL)), USERS),
      KEPT,
    ],
    ['of all users', () => point(USERS), KEPT],
    [
      'of another distribution point',
      () => point(fullName(uri('http://lists.example.com/2.crl'))),
      INCOMPLETE,
    ],
    ['of authorities', () => point(fullName(uri(LIST_URL)), AUTHORITIES), INCOMPLETE],
    ['of attribute certificates', () => point(der(0x85, YES)), INCOMPLETE],
    ['of some reasons', () => point(fullName(uri(LIST_URL)), der(0x83, Uint8Array.of(6, 0x40))), INCOMPLETE],
    ['that says no to what it could be', () => point(der(0x81, Uint8Array.of(0))), KEPT],
    ['that is indirect', () => point(der(0x84, YES)), KEPT],
    [
      'that is indirect and revokes the serial number of another issuer',
      () => ({ ...point(der(0x84, YES)), entries: [entry(9), entry(10, ofIssuer(stranger)), entry(10)] }),
      KEPT,
    ],
    [
      'that is indirect and comes back to its own issuer',
      () => ({
        ...point(der(0x84, YES)),
        entries: [entry(9, ofIssuer(stranger)), entry(10, ofIssuer(root))],
      }),
      REVOKED,
    ],
    [
      'that revokes, of another distribution point',
      () => ({ ...point(AUTHORITIES), entries: [entry(10)] }),
      REVOKED,
    ],
    [
      'of attribute certificates with the same serial number',
      () => ({ ...point(der(0x85, YES)), entries: [entry(10)] }),
      INCOMPLETE,
    ],
    ['that is a delta', () => ({ extensions: [extension('2.5.29.27', integer(1))] }), INVALID],
    ['with an unknown part', () => point(der(0x86, YES)), INVALID],
    [
      'with an extension that need not be known',
      () => ({ extensions: [extension('1.2.3.4', integer(1), false)] }),
      KEPT,
    ],
  ];
  test.each(cases)('%s', async (name, parts, expected) => {
    expect(await check(name, await sealedWith([await scopedList(root, parts())]))).toMatchObject(expected);
  });

  test('by an authority that nobody has asked about is left out', async () => {
    const foreign = await scopedList(stranger, { extensions: [extension('1.2.3.4', integer(1))] });
    expect(await check('foreign', await sealedWith([foreign]))).toMatchObject(NONE);
    const both = [foreign, await scopedList(root, {})];
    expect(await check('foreign and own', await sealedWith(both))).toMatchObject(KEPT);
  });
});

describe('a list that the document had before', () => {
  test.each<[string, () => Promise<Buffer>]>([
    [
      'by somebody else, of a distribution point',
      () => scopedList(stranger, point(fullName(uri('http://x')))),
    ],
    [
      'by somebody else, that can’t be processed',
      () => scopedList(stranger, { extensions: [extension('1.2.3', integer(1))] }),
    ],
    ['that can’t be read', () => Promise.resolve(Buffer.from('not a list'))],
    [
      'by an authority of the same name',
      async () => scopedList(await identity({ name: 'CN=Root', ...VALIDITY, serial: '01' }), {}),
    ],
  ])('%s is no fault of the seal', async (name, list) => {
    const earlier = [await list()];
    expect(await check(`earlier ${name}`, await sealedWith([], earlier))).toMatchObject(NONE);
    const kept = [await scopedList(root, point(fullName(uri(LIST_URL)), USERS))];
    expect(await check(`earlier ${name}, and ours`, await sealedWith(kept, earlier))).toMatchObject(KEPT);
  });

  test('counts if it is about the seal', async () => {
    const revoking = await scopedList(root, { entries: [entry(10)] });
    expect(await check('earlier, own', await sealedWith([], [await scopedList(root, {})]))).toMatchObject(
      KEPT,
    );
    expect(await check('earlier, revoking', await sealedWith([], [revoking]))).toMatchObject(REVOKED);
  });
});

describe('the second verifier', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-vectors-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'agrees about all of them',
    async ({ skip }) => {
      skip(spawnSync('python3', ['--version']).status !== 0, 'python3 is missing');
      mkdirSync(join(folder, 'files'));
      const write = (name: string, bytes: Buffer) => writeFileSync(join(folder, 'files', name), bytes);
      write('root.der', root.certificate);
      write('time-root.der', service.chain[0] ?? Buffer.alloc(0));
      const options = { roots: 'root.der', timestampRoots: 'time-root.der', now: NOW };
      const vectors = [...files].map(([name, bytes], index) => {
        write(`${index}.pdf`, bytes);
        return { name, base: `${index}.pdf`, options };
      });
      writeFileSync(join(folder, 'vectors.json'), JSON.stringify({ vectors }));
      const program = fileURLToPath(new URL('../vectors/seal/second/verify.py', import.meta.url));
      const output = execFileSync('python3', ['-B', program, join(folder, 'vectors.json')], {
        encoding: 'utf8',
      });
      const found = JSON.parse(output) as Record<string, { level: string; codes: Record<string, string> }>;
      for (const [name, file] of files) {
        const { level, codes } = found[name] ?? { level: '', codes: {} };
        expect({ name, level, seal: codes['seal'], longTerm: codes['long_term'] }).toEqual({
          name,
          ...(await check(name, file)),
        });
      }
      expect(files.size).toBeGreaterThan(25);
    },
    patience(120_000),
  );
});
