import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { useApi } from '../support/api.ts';
import { asOwner } from '../support/cluster.ts';
import { createDraft } from '../support/envelopes.ts';

const api = useApi({ alone: true });
const plans: string[] = [];
let owner: postgres.Sql;
let organizationId: string;

beforeAll(async () => {
  const tenant = await api.tenant();
  ({ organizationId } = tenant);
  await createDraft(api, tenant.apiKey);
  const options = toConnectionOptions(asOwner(api.services.config.database));
  owner = postgres({ ...options, max: 1, onnotice: ({ message }) => plans.push(String(message)) });
});
afterAll(() => owner.end());

/** Returns the plan for one week of a search, after a statement that is rolled back. */
async function planOf(search: string, before: string): Promise<string> {
  plans.length = 0;
  await owner.unsafe(`begin; load 'auto_explain'; ${before};
    set local auto_explain.log_min_duration = 0; set local auto_explain.log_nested_statements = on;
    set local auto_explain.log_level = notice; set local client_min_messages = notice;
    select set_config('app.organization_id', '${organizationId}', true); select ${search}; rollback`);
  return plans.filter((plan) => /SELECT of_week[^]*plan:|plan:[^]*SELECT of_week/.test(plan)).join('\n');
}

// Otherwise, the planner would combine the primary key with the word index, and read all of the
// organization's rows for every week.
it.each([
  ['search_entries_runs', `matching_envelopes('envelope', 'agreement', 'infinity', '', 10)`],
  ['search_documents_words', `found_envelopes(array['agreement'], 'infinity', '', 10)`],
])('a search by %s can use no other index to find the organization', async (index, search) => {
  expect(await planOf(search, 'select')).toContain(index);
  const without = await planOf(search, `drop index ${index}`);
  expect(without).toMatch(/Seq Scan on search_/);
});
