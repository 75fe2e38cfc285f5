import { describe, expect, it } from 'vitest';
import type { Overview } from '#wire/administration.ts';
import { listProblems } from '#ui/administration/problems.ts';

const checks: Overview['checks'] = {
  ...{ database: 'ok', storage: 'ok', jobs: 'ok', mail: 'ok' },
  ...{ replica: 'ok', log: 'ok', timestamps: 'ok' },
  ...{ sealKey: 'ok', backlog: 'ok', seals: 'ok', clock: 'ok' },
};
const idle = { waiting: 0, running: 0, retrying: 0, failed: 0, dueSeconds: 0 };
const well: Overview = {
  checkedAt: '2027-03-01T09:00:00.000Z',
  ...{
    checks,
    databaseMs: 2,
    clockOffMs: 4,
    timeServerAnswers: true,
    proxy: { untrustedProxy: null, otherOrigin: null },
    origin: 'https://sign.example.com',
    eventMonthsAhead: 3,
    log: { checkpoint: null, witnesses: 0, isForked: false },
    logProblems: [],
    sealKeyConfigured: true,
    timestampsConfigured: true,
  },
  queues: [
    { kind: 'emails', ...idle },
    { kind: 'seals', ...idle },
  ],
  failedJobs: [],
  certificates: { inUse: 0, items: [] },
  storage: { room: null, documentBytes: 0, databaseBytes: 0 },
  mail: { server: 'mail.example.com', away: null, sent: 0, failed: 0, waiting: 0, nextRetryAt: null },
  organizations: 1,
};
const titles = (changed: Partial<Overview>) =>
  listProblems({ ...well, ...changed }).map(({ title, blocks }) => [title, blocks]);
const failing = (check: keyof typeof checks) => titles({ checks: { ...checks, [check]: 'failing' } });

describe('what needs the attention of who runs the instance', () => {
  it('is nothing while everything works', () => {
    expect(titles({})).toEqual([]);
    expect(titles({ queues: [{ kind: 'emails', ...idle, waiting: 9, dueSeconds: 600 }] })).toEqual([]);
  });

  it.each([
    ['storage', 'Documents can’t be stored.', true],
    ['jobs', 'Jobs can’t be queued.', true],
    ['sealKey', 'The sealing key can’t be used.', true],
    ['log', 'The transparency log needs attention.', false],
    ['timestamps', 'No timestamp service answers.', false],
    ['replica', 'Lists aren’t read from the replica.', false],
  ] as const)('is each failing check: %s', (check, title, blocks) => {
    expect(failing(check)).toEqual([[title, blocks]]);
  });

  it('is a proxy that does not fit the settings', () => {
    const proxy = { untrustedProxy: null, otherOrigin: null };
    expect(titles({ proxy: { ...proxy, untrustedProxy: '10.0.0.2' } })).toEqual([
      ['TRUSTED_PROXIES doesn’t name the proxy.', false],
    ]);
    const [wrong] = listProblems({ ...well, proxy: { ...proxy, otherOrigin: 'https://esign.example.com' } });
    expect(wrong).toMatchObject({
      title: 'ORIGIN is wrong.',
      about: expect.stringContaining('https://esign.example.com, but ORIGIN is https://sign.example.com'),
      blocks: true,
    });
  });

  it('is what checks alone do not say', () => {
    expect(titles({ checks: { ...checks, sealKey: 'expiring' } })).toEqual([
      ['The sealing certificate expires within 90 days.', false],
    ]);
    expect(titles({ queues: [{ kind: 'emails', ...idle, waiting: 1, dueSeconds: 660 }] })).toEqual([
      ['Jobs have been waiting for 11 minutes.', true],
    ]);
    expect(titles({ queues: [{ kind: 'seals', ...idle, waiting: 1, retrying: 1 }] })).toEqual([
      ['Some completed documents aren’t sealed yet.', false],
    ]);
    expect(titles({ checks: { ...checks, clock: 'failing' }, clockOffMs: -120_000 })).toEqual([
      ['This server’s clock is off by 2 minutes.', false],
    ]);
    expect(titles({ eventMonthsAhead: 2 })).toEqual([]);
    expect(titles({ eventMonthsAhead: 1 })).toEqual([
      ['Event partitions for the coming months are missing.', false],
    ]);
    expect(titles({ mail: { ...well.mail, server: null } })).toEqual([['Nobody gets emails.', false]]);
  });

  it('is a mail server that is away, in its own words, and what disagrees with the log', () => {
    const away = { since: well.checkedAt, reason: 'connect ECONNREFUSED' };
    const [mail] = listProblems({ ...well, mail: { ...well.mail, away } });
    expect(mail).toMatchObject({ title: 'Emails can’t be sent.', blocks: true });
    expect(mail?.about).toContain(
      'mail.example.com can’t be reached or doesn’t let us in: connect ECONNREFUSED.',
    );
    const [log] = listProblems({
      ...well,
      checks: { ...checks, log: 'failing' },
      logProblems: ['the witness is ahead'],
    });
    expect(log?.details).toEqual(['the witness is ahead']);
    expect(log?.isGrave).toBe(false);
  });

  it('is a forked log, as gravely as what blocks people', () => {
    const problems = listProblems({
      ...well,
      checks: { ...checks, log: 'failing' },
      log: { ...well.log, isForked: true },
      logProblems: ['the witness has other entries'],
    });
    expect(problems).toMatchObject([
      {
        title: 'The transparency log is forked.',
        details: ['the witness has other entries'],
        blocks: false,
        isGrave: true,
      },
    ]);
  });
});
