import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { useApi, type TestApi } from '../support/api.ts';
import { ALICE, BOB, sendDraft } from '../support/envelopes.ts';
import { signAs } from '../support/signer.ts';
import { actionsOf, jobsDone, jobsOf } from '../support/traces.ts';
import { runEachTwice } from '../support/twice.ts';

const once = useApi({ work: true, alone: true });
const twice = useApi({ work: true, alone: true });

/** What an organization's settings and an envelope's life cycle leave in the database. */
async function live(api: TestApi) {
  const { organizationId, apiKey: key } = await api.tenant();
  const answers: number[] = [];
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await api.call(method, `/api/v1${path}`, { key, headers, ...(body && { body }) });
    answers.push(answer.status);
    return answer.json;
  };
  await send('POST', '/webhooks', { url: 'https://app.example.com/hooks' });
  const team = await send('POST', '/teams', { name: 'Legal', isPrivate: true });
  await send('PATCH', `/teams/${team.id}`, { name: 'Law', isPrivate: false });
  const made = await send('POST', '/api-keys', { name: 'Orders' }, { 'idempotency-key': '1' });
  await send('DELETE', `/api-keys/${made.apiKey.id}`);
  await send('POST', '/invitations', { email: 'new@acme.example', role: 'member' });
  const label = await send('POST', '/labels', { name: 'Urgent', color: 'red' });
  const sent = await sendDraft(api, key);
  const { id, version } = sent.envelope;
  await send('PUT', `/envelopes/${id}/labels`, { labelIds: [label.id] });
  api.clock.now = new Date(api.clock.now.getTime() + 2 * 60 * 60_000);
  for (const key of ['remind', 'remind'])
    await send('POST', `/envelopes/${id}/remind`, { expectedVersion: version }, { 'idempotency-key': key });
  await signAs(api, sent, ALICE);
  await signAs(api, sent, BOB);
  await api.until('the seal', async () => (await actionsOf(api, key, id)).includes('envelope.sealed'));
  await jobsDone(api, id);
  const names = async () => (await jobsOf(api, id)).map(({ name }) => name).sort();
  const mails = async () => (await api.mails(organizationId, 0)).map((mail) => mail.recipient).sort();
  return {
    answers,
    actions: await actionsOf(api, key, id),
    jobs: await names(),
    mails: await mails(),
    recorded: (await send('GET', '/audit-log')).items.map(({ action }: { action: string }) => action),
    used: [...(await readQuotaUses(api, organizationId))],
  };
}

const readQuotaUses = (api: TestApi, organizationId: string) =>
  transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute(sql`select quota, subject, used from quota_uses order by quota, subject`),
  );

it('a transaction that is run again leaves behind what one run leaves', async () => {
  runEachTwice(twice.services.db);
  const [expected, found] = [await live(once), await live(twice)];
  expect(found).toEqual(expected);
  expect(expected.answers.filter((status) => status >= 300)).toEqual([]);
});
