import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeSha256 } from '#verify/sha256.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { verify } from '#verify/verify.ts';

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../vectors/levels/${name}`, import.meta.url)));
const LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const;

describe.each(['rsa', 'p256'])('files that the service sealed with %s', (key) => {
  it.each(LEVELS)('have level %s', async (level) => {
    const { results, ...report } = await verify(read(`${key}-${level.toLowerCase()}.pdf`), {
      roots: [read(`${key}-authority.cer`)],
      timestampRoots: [read('timestamp-root.cer')],
      now: new Date('2026-12-01T00:00:00Z'),
    });
    expect(report.level).toBe(level);
    const codes = results.map(({ code }) => code);
    expect(codes.slice(0, 3)).toEqual([
      LEVELS.indexOf(level) < 2 ? 'unchanged' : 'unchanged_with_updates',
      'sealed_by',
      level === 'B-B' ? 'time_claimed' : 'time_confirmed',
    ]);
  });
});

it('hashes like the platform', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) & 0xff);
    expect(computeSha256(bytes)).toBe(computeSha256Hex(bytes));
  }
  expect(computeSha256('Grüße 李')).toBe(computeSha256Hex('Grüße 李'));
});
