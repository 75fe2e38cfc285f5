import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { EffectPayloads } from '#domain/effects.ts';
import { recordFailedAttempt } from '#server/jobs/record-attempt.ts';
import { reportFailedAttempt } from '#server/organizations/account-traces.ts';
import type { Services } from '#server/runtime/services.ts';
import { useApi } from '../support/api.ts';

const api = useApi({ alone: true });
type Failed = EffectPayloads['svc/account.attempt_failed'];

/** The services with a log that keeps its warnings. */
function withLog(): { readonly services: Services; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const warn = (facts: Record<string, unknown>, message: string) => lines.push({ ...facts, message });
  const log = Object.assign(Object.create(api.services.log) as Services['log'], { warn });
  return { services: { ...api.services, log }, lines };
}

const failedFrom = (ipAddress: string, unknown = 'hash'): Failed => ({
  account: { unknown },
  problem: 'wrong_password',
  at: '2027-03-01T09:00:00.000Z',
  ipAddress,
  userAgent: null,
});

describe('an attempt on an address without an account', () => {
  it('goes to the log without the address, a few times for each network', async () => {
    const { services, lines } = withLog();
    for (let i = 0; i < 30; i += 1) await recordFailedAttempt(services, failedFrom('192.0.2.1'));
    await recordFailedAttempt(services, failedFrom('192.0.2.2'));
    expect(lines.map(({ ipAddress, attempts }) => [ipAddress, attempts])).toEqual([
      ...[1, 3, 10, 30].map((attempts) => ['192.0.2.1', attempts]),
      ['192.0.2.2', 1],
    ]);
    expect(lines[0]).toMatchObject({ unknownAccount: 'hash', message: 'sign-in failed: no such account' });
  });

  it('is only counted beyond a hundred lines an hour, however many networks there are', async () => {
    const { services, lines } = withLog();
    for (let i = 0; i < 300; i += 1)
      await recordFailedAttempt(services, failedFrom(`198.51.${i >> 8}.${i & 255}`));
    expect(lines.length).toBeLessThanOrEqual(102);
  });

  it('is stored as a hash, in a job like that of an account', async () => {
    const audit = { ipAddress: '192.0.2.3', userAgent: null };
    await reportFailedAttempt(api.services, { address: 'Nobody@acme.example ' }, 'wrong_password', audit);
    await reportFailedAttempt(api.services, { address: 'nobody@acme.example' }, 'wrong_password', audit);
    const jobs = await api.services.db.drizzle.execute<{ data: Failed }>(
      sql`select data from pgboss.job where name = 'svc/account.attempt_failed'`,
    );
    expect(jobs).toHaveLength(2);
    expect(JSON.stringify(jobs)).not.toMatch(/nobody/i);
    const [one, two] = [...jobs].map(({ data }) => data.account);
    expect(one).toEqual({ unknown: expect.stringMatching(/^[\w-]{16}$/) });
    expect(two).toEqual(one);
  });
});
