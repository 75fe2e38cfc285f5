// `node tests/vectors/seal/make.ts`: makes the sealed files and writes vectors.json. Keys are new each time, so every file
// changes. Look through the results before committing them: the tests only compare with what's written there.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { X509Certificate, X509CrlReason } from '@peculiar/x509';
import { verify } from '../../../packages/verify/src/verify.ts';
import { LEVELS } from '../../../packages/verify/src/result.ts';
import { identity, revocationList, timestamp } from './make/authority.ts';
import { logKeys } from './make/log.ts';
import { sha256 } from './make/pdf.ts';
import { listVersions } from './vectors.ts';
import { eventsOf, evidenceOf, presentedDocument, sealed, withArchive, withStore } from './make/seals.ts';
import type { Vector } from './make/vector.ts';
import { tampered } from './make/vectors.ts';

const FOLDER = new URL('./files/', import.meta.url);
const NOW = '2026-11-24T00:00:00Z';
const SIGNING = ['1.3.6.1.5.5.7.3.36'];
const [FROM, TO] = ['2026-01-01T00:00:00Z', '2036-01-01T00:00:00Z'];

const root = await identity({
  name: 'O=Example, CN=Example root',
  from: FROM,
  to: '2046-01-01T00:00:00Z',
  serial: '01',
});
const serviceRoot = await identity({
  name: 'CN=Time root',
  from: FROM,
  to: '2046-01-01T00:00:00Z',
  serial: '01',
});
const foreignRoot = await identity({
  name: 'O=Example, CN=Example root',
  from: FROM,
  to: '2046-01-01T00:00:00Z',
  serial: '01',
});
const leaf = (serial: string, own: object = {}) =>
  identity({
    name: 'O=Example Ltd, CN=Example Ltd seal',
    issuer: root,
    from: FROM,
    to: TO,
    purposes: SIGNING,
    serial,
    ...own,
  });
const ids = {
  seal: await leaf('0a'),
  expired: await leaf('0b', { from: '2020-01-01T00:00:00Z', to: '2021-01-01T00:00:00Z' }),
  revoked: await leaf('0c'),
  server: await leaf('0d', { purposes: ['1.3.6.1.5.5.7.3.1'] }),
  foreign: await leaf('0a', { issuer: foreignRoot }),
  service: await leaf('0e', {
    name: 'O=Time service',
    issuer: serviceRoot,
    purposes: ['1.3.6.1.5.5.7.3.8'],
    to: '2039-01-01T00:00:00Z',
  }),
  laterService: await leaf('11', {
    name: 'O=Time service',
    issuer: serviceRoot,
    purposes: ['1.3.6.1.5.5.7.3.8'],
    to: '2045-01-01T00:00:00Z',
  }),
  ownService: await leaf('10', {
    name: 'O=Own time service',
    issuer: await identity({ name: 'CN=Own root', from: FROM, to: '2046-01-01T00:00:00Z', serial: '01' }),
    purposes: ['1.3.6.1.5.5.7.3.8'],
  }),
  responder: await leaf('12', { name: 'O=Responder', purposes: ['1.3.6.1.5.5.7.3.9'] }),
  foreignResponder: await leaf('12', {
    name: 'O=Responder',
    issuer: foreignRoot,
    purposes: ['1.3.6.1.5.5.7.3.9'],
  }),
  notService: await leaf('0f', { name: 'O=Time service', issuer: serviceRoot }),
};

const presented = presentedDocument();
const evidence = evidenceOf(eventsOf(sha256(presented)));
const bB = await sealed(presented, { signer: ids.seal, evidence });
const bT = await sealed(presented, {
  signer: ids.seal,
  evidence,
  stamp: async (value) => timestamp(ids.service, value, '2026-11-20T10:10:05Z'),
});
const bLt = withStore(bT, [await revocationList(root), await revocationList(serviceRoot)]);
const bLta = await withArchive(bLt, ids.service, '2026-11-20T12:30:00Z');
const serialNumber = new X509Certificate(new Uint8Array(ids.revoked.certificate)).serialNumber;
const revocationDate = new Date('2026-11-01T00:00:00Z');
const revoked = await revocationList(root, [
  { serialNumber, revocationDate, reason: X509CrlReason.superseded },
]);
// Without a reason, the library writes empty extensions.
const malformed = await revocationList(root, [{ serialNumber, revocationDate }]);

const valid: Vector[] = [
  { name: 'valid-b-b', about: 'Valid: PAdES B-B.', file: bB },
  { name: 'valid-b-t', about: 'Valid: PAdES B-T.', file: bT },
  { name: 'valid-b-lt', about: 'Valid: PAdES B-LT.', file: bLt },
  { name: 'valid-b-lta', about: 'Valid: PAdES B-LTA.', file: bLta },
];
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
await writeFile(new URL('root.der', FOLDER), root.certificate);
await writeFile(new URL('time-root.der', FOLDER), serviceRoot.certificate);
await writeFile(new URL('revoked.crl', FOLDER), revoked);

const bases = new Map<string, Buffer>();
const table = [];
for (const vector of [
  ...valid,
  ...(await tampered({ bB, bT, bLt, bLta, presented }, ids, { revoked, malformed }, logKeys(), root)),
]) {
  const options: Readonly<Record<string, string>> = {
    roots: 'root.der',
    timestampRoots: 'time-root.der',
    now: NOW,
    ...vector.options,
  };
  const report = await verify(vector.file, {
    roots: options['roots'] === '' ? [] : [root.certificate],
    timestampRoots: options['timestampRoots'] === '' ? [] : [serviceRoot.certificate],
    now: new Date(options['now'] ?? NOW),
    log: logTrustOf(options),
    revocationLists: options['revocationList'] === undefined ? [] : [revoked],
    minimumLevel: LEVELS.find((level) => level === options['minimumLevel']),
    evidence: vector.evidence === undefined ? undefined : Buffer.from(vector.evidence),
  });
  const { verdict, level, results } = report;
  table.push({
    name: vector.name,
    about: vector.about,
    ...(await stored(vector.name, vector.file)),
    options,
    ...(vector.evidence === undefined ? {} : { evidence: vector.evidence }),
    expect: {
      verdict,
      level,
      caughtBy: results
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ check, code }) => `${check}: ${code}`),
      codes: Object.fromEntries(results.map(({ check, code }) => [check, code])),
      ...listVersions(results),
    },
  });
}
await writeFile(new URL('vectors.json', import.meta.url), `${JSON.stringify({ vectors: table }, null, 1)}\n`);

function logTrustOf({ logKey = '', witness = '', quorum = '0', later }: Readonly<Record<string, string>>) {
  const lines = (line: string) => (line === '' ? [] : [line]);
  return { keys: lines(logKey), witnesses: lines(witness), quorum: Number(quorum), later: later === '' ? null : later };
}

/** Writes a file, or how to make it from another one: at an offset, so many bytes are replaced. */
async function stored(name: string, file: Buffer) {
  const edits = [...bases].map(([base, bytes]) => ({ base, ...difference(bytes, file) }));
  const [best] = edits.toSorted((a, b) => a.insert.length - b.insert.length);
  if (best !== undefined && best.insert.length < 1200)
    return { base: best.base, edit: { at: best.at, remove: best.remove, insert: best.insert } };
  const path = `${name}.pdf`;
  bases.set(path, file);
  await writeFile(new URL(path, FOLDER), file);
  return { base: path };
}

function difference(before: Buffer, after: Buffer) {
  let at = 0;
  while (at < Math.min(before.length, after.length) && before[at] === after[at]) at += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - at;
  while (same < most && before[before.length - 1 - same] === after[after.length - 1 - same]) same += 1;
  return {
    at,
    remove: before.length - same - at,
    insert: after.subarray(at, after.length - same).toString('base64'),
  };
}
