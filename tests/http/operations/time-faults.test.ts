import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepOnTime } from '#server/jobs/sweep.ts';
import { openTimeServer } from '#server/outbound/time-server.ts';
import { administratorOf } from '../../support/administrator.ts';
import { type TestApi, useApi } from '../../support/api.ts';
import { listed, sendDraft } from '../../support/envelopes.ts';
import { HOUR_MS, later } from '../../support/moments.ts';
import { startNtpServer } from '../../support/ntp-server.ts';
import { useOwner } from '../../support/owner.ts';
import { shownFaults } from '../../support/shown-faults.ts';

const ntp = await startNtpServer();
const api = useApi({
  env: { NTP_SERVER: ntp.address, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sign@example.com' },
});
const owner = useOwner(api);
let cookie: string;
let apiKey: string;
beforeAll(async () => {
  const tenant = await api.tenant();
  apiKey = tenant.apiKey;
  cookie = await administratorOf(api, owner, tenant);
});
afterAll(() => ntp.close());
beforeEach(() => {
  api.clock.now = new Date();
  Object.assign(ntp, { offsetMs: 0, silent: false });
});

/** The services of a process that has just started and hasn't asked for the time yet. */
const started = (): TestApi => ({
  ...api,
  services: {
    ...api.services,
    timeServer: openTimeServer(api.services.config.ntpServer, {
      clock: api.services.clock,
      onFailure: () => undefined,
    }),
  },
});

it.each([
  ['right', () => undefined, [], []],
  [
    'two minutes ahead of the time server, like the database',
    () => (ntp.offsetMs = -120_000),
    ['clock'],
    ['This server’s clock is off by 2 minutes.'],
  ],
  [
    'compared with a time server that is silent',
    () => (ntp.silent = true),
    ['clock'],
    ['The time server doesn’t answer.'],
  ],
])('a clock that is %s shows as documented', async (_name, provoke, failing, page) => {
  provoke();
  const now = await shownFaults(started(), cookie);
  expect(now).toMatchObject({ ready: 200, failing });
  expect(now.page).toEqual(page);
  expect(now.metrics).toMatch(
    failing.length === 0
      ? /^countersign_health\{check="clock"\} 1$/m
      : /^countersign_health\{check="clock"\} 0$/m,
  );
});

it('nothing expires while the clock is ahead of the time server’s, though the database’s is as far ahead', async () => {
  const { envelope } = await sendDraft(api, apiKey, { policy: { expiresAt: later(api, HOUR_MS) } });
  const id = envelope.id as string;
  const status = async () => (await listed(api, apiKey, id)).status;
  await owner.sql`update envelopes set expires_at = now() - interval '1 second' where id = ${id}`;
  api.clock.now = new Date();
  ntp.offsetMs = -120_000;
  await sweepOnTime(started().services);
  expect(await status()).toBe('in_progress');
  ntp.offsetMs = 0;
  await sweepOnTime(started().services);
  expect(await status()).toBe('expired');
});
