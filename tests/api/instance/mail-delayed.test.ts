import { beforeAll, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { useApi } from '../../support/api.ts';
import { openCaller } from '../../support/caller.ts';
import { sessionOf } from '../../support/session.ts';
import { useOwner } from '../../support/owner.ts';

const api = useApi({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'sign@example.com' } });
const owner = useOwner(api);
let cookie: string;
beforeAll(async () => {
  cookie = await sessionOf(api, (await api.tenant()).organizationId);
});
const delayedSince = async () => (await (await openCaller(api, cookie)).instance.get({})).mailDelayedSince;

it('senders are told once the mail server has been away for ten minutes, and no more when it is back', async () => {
  const since = new Date();
  api.clock.now = since;
  expect(await delayedSince()).toBeNull();
  await owner.sql`insert into mail_server_states (id, away_since, reason) values (1, ${since}, 'connection refused')`;
  api.clock.now = new Date(since.getTime() + LIMITS.mailLateMs - 1);
  expect(await delayedSince()).toBeNull();
  api.clock.now = new Date(since.getTime() + LIMITS.mailLateMs);
  expect(await delayedSince()).toBe(since.toISOString());
  await owner.sql`update mail_server_states set away_since = null, reason = null`;
  expect(await delayedSince()).toBeNull();
});
