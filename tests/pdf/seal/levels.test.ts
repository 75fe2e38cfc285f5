import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTimestampServices, type TimestampServices } from '#server/outbound/timestamp-services.ts';
import { archive, type Level, LEVELS, sealedLevels } from '../../support/timestamp/sealed-levels.ts';
import { startTimestampServer, type TimestampServer } from '../../support/timestamp/timestamp-server.ts';
import { baselineFaults, type BaselineLevel } from '../support/baseline-lint.ts';
import { opensslVerifies, opensslVerifiesTimestamp, pdfsig, qpdfCheck } from '../support/pdf-tools.ts';
import { cmsOf } from '../support/read-cms.ts';
import { signaturesIn } from '../support/read-signatures.ts';
import { verifySeal } from '../support/verify-seal.ts';

const NAMES: Readonly<Record<Level, BaselineLevel>> = {
  'b-b': 'B-B',
  'b-t': 'B-T',
  'b-lt': 'B-LT',
  'b-lta': 'B-LTA',
};
const vector = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../vectors/levels/${name}`, import.meta.url)));

let server: TimestampServer;
let services: TimestampServices;

beforeAll(async () => {
  server = await startTimestampServer();
  services = openTimestampServices({
    ...{ urls: [server.url], timeoutMs: 10_000, clock: () => new Date() },
    onFailure: (url, reason) => expect.unreachable(`${url}: ${reason}`),
  });
});
afterAll(() => server.close());

/** Checks one file with every external tool that judges files. */
async function expectLevel(
  file: Uint8Array,
  level: Level,
  authority: Uint8Array,
  root: Uint8Array,
): Promise<void> {
  expect(await baselineFaults(file, NAMES[level])).toEqual([]);
  expect(qpdfCheck(file)).toEqual({ status: 0, output: expect.stringContaining('No syntax') });
  expect(pdfsig(file)).toContain('Signature is Valid.');
  expect(await verifySeal(file)).toMatchObject({ ok: true, reason: null });

  const [seal, ...timestamps] = await signaturesIn(file);
  if (seal === undefined) throw new Error('the file has no seal');
  const [, length, next, rest] = seal.range;
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(next, next + rest)]);
  expect(opensslVerifies({ contents: seal.contents, covered, authority })).toMatchObject({ ok: true });
  const cms = cmsOf(seal.contents);
  const token = cms.unsigned.get('1.2.840.113549.1.9.16.2.14');
  expect(token === undefined).toBe(level === 'b-b');
  if (token !== undefined)
    expect(opensslVerifiesTimestamp({ token, data: cms.signature, root })).toMatchObject({ ok: true });
  expect(timestamps).toHaveLength(level === 'b-lta' ? 1 : 0);
  for (const { contents, range } of timestamps) {
    const data = Buffer.concat([file.subarray(0, range[1]), file.subarray(range[2], range[2] + range[3])]);
    expect(opensslVerifiesTimestamp({ token: contents, data, root })).toMatchObject({ ok: true });
  }
}

describe.each(['rsa', 'p256'] as const)('a seal with a key of type %s', (keyType) => {
  test.each(LEVELS)('follows the baseline rules at %s', async (level) => {
    const file = vector(`${keyType}-${level}.pdf`);
    await expectLevel(file, level, vector(`${keyType}-authority.cer`), vector('timestamp-root.cer'));
  });

  test('follows them when it is made now', async () => {
    const { files, authority } = await sealedLevels(keyType, services);
    for (const level of LEVELS) await expectLevel(files[level], level, authority, server.root);
  });

  test('has higher levels only append to lower ones', () => {
    const [, timed, longTerm, archived] = LEVELS.map((level) =>
      Buffer.from(vector(`${keyType}-${level}.pdf`)),
    );
    expect(timed?.equals(longTerm?.subarray(0, timed.length) ?? Buffer.alloc(0))).toBe(true);
    expect(longTerm?.equals(archived?.subarray(0, longTerm.length) ?? Buffer.alloc(0))).toBe(true);
  });

  test('leaves no more room than its level needs', async () => {
    const room = async (level: Level) => {
      const [seal] = await signaturesIn(vector(`${keyType}-${level}.pdf`));
      const used = (seal?.contents ?? new Uint8Array()).findLastIndex((byte) => byte !== 0) + 1;
      return { bytes: seal?.contents.length ?? 0, spare: (seal?.contents.length ?? 0) - used };
    };
    expect((await room('b-b')).spare).toBeLessThanOrEqual(16);
    expect((await room('b-b')).bytes).toBeLessThan(3500);
    expect((await room('b-t')).bytes).toBeLessThan(12 * 1024);
  });
});

describe('the baseline rules', () => {
  test.each([
    ['b-b', 'B-T', 'signature-time-stamp must be the one unsigned attribute'],
    ['b-t', 'B-B', 'unsigned attributes belong to a higher level'],
    ['b-t', 'B-LT', '/DSS must be present'],
    ['b-lt', 'B-LTA', 'a document timestamp must be present'],
    ['b-lta', 'B-T', 'document timestamps belong to a higher level'],
  ] as const)('tell %s from %s', async (level, other, fault) => {
    expect(await baselineFaults(vector(`rsa-${level}.pdf`), other)).toContain(fault);
  });
});

test('document timestamps can be renewed', async () => {
  const renewed = await archive(vector('p256-b-lta.pdf'), services);
  expect(await baselineFaults(renewed, 'B-LTA')).toEqual([]);
  expect(await verifySeal(renewed)).toMatchObject({ ok: true });
  expect(qpdfCheck(renewed).status).toBe(0);
  expect(await signaturesIn(renewed)).toHaveLength(3);
});

describe('refuses', () => {
  const archived = () => Buffer.from(vector('p256-b-lta.pdf'));

  test('anything but white space behind the seal', async () => {
    const blank = Buffer.concat([archived(), Buffer.from(' \r\n')]);
    expect(await verifySeal(blank)).toMatchObject({ ok: true });
    for (const tail of [
      '\n%%EOF\n',
      '\n1 0 obj\n<<>>\nendobj\n',
      '900 0 obj\n<<\n/Type /Page\n>>\nendobj\n',
    ]) {
      const result = await verifySeal(Buffer.concat([archived(), Buffer.from(tail)]));
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^appended_/) });
    }
  });

  test('another catalog', async () => {
    const file = archived();
    const at = file.lastIndexOf('/Pages 1 0 R');
    file.write('/Pages 9 0 R', at, 'latin1');
    expect(await verifySeal(file)).toMatchObject({ ok: false, reason: expect.stringMatching(/^appended_/) });
  });

  test('validation data that changed after its timestamp', async () => {
    const file = archived();
    const [, timestamp] = await signaturesIn(file);
    file.write('7', (timestamp?.range[1] ?? 0) - 1200, 'latin1');
    const { ok } = await verifySeal(file);
    expect(ok).toBe(false);
  });

  test('a timestamp of another file', async () => {
    const [one, other] = [archived(), Buffer.from(await archive(vector('rsa-b-lt.pdf'), services))];
    const [, timestamp] = await signaturesIn(one);
    const [, foreign] = await signaturesIn(other);
    const token = Buffer.from(foreign?.contents ?? new Uint8Array()).toString('hex');
    const room = ((timestamp?.hole.end ?? 0) - (timestamp?.hole.start ?? 0) - 2) / 2;
    one.write(token.slice(0, room * 2).padEnd(room * 2, '0'), (timestamp?.hole.start ?? 0) + 1, 'latin1');
    expect(await verifySeal(one)).toMatchObject({
      ok: false,
      reason: 'archive_timestamp_invalid',
    });
  });
});
