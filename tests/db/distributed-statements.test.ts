import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { EVERYWHERE } from '../support/distribution.ts';
import { ALICE, BOB, createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { notedScans, notePlans, type Scan } from '../support/plans.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true, alone: true });
const owner = useOwner(api);

/** What finds out the organization, and so can’t name it: a table, by what it is read, and why. */
const ASKING: readonly (readonly [relation: string, by: RegExp, why: string])[] = [
  ['api_keys', /^\(*hash = /, 'a key leads to its organization'],
  ['envelopes', /^\(*id = /, 'a link to sign leads to the organization of its envelope'],
  ['memberships', /^\(*user_id = /, 'a person may belong to several organizations'],
];
const FINDS_ORGANIZATION = /^select "organization_id" from "envelopes" where "envelopes"\."id" = \$1$/;

const isNamed = ({ conditions }: Scan) =>
  conditions.some(
    (term) => /^\(*organization_id = | = organization_id\)*$/.test(term) && !term.includes(' OR '),
  );
const isAsking = ({ relation, conditions, statement }: Scan) =>
  ASKING.some(([table, by]) => table === relation && conditions.some((term) => by.test(term))) &&
  (relation !== 'envelopes' || FINDS_ORGANIZATION.test(statement));

beforeAll(async () => {
  await notePlans(owner.sql);
});

it('every statement about an envelope’s life names the organization of every table it reads', async () => {
  const { apiKey: key } = await api.tenant();
  const webhook = { url: 'https://hooks.example.com/', description: 'All' };
  expect((await api.call('POST', '/api/v1/webhooks', { key, body: webhook })).status).toBe(201);
  const sent = await sendDraft(api, key, { displayName: 'Master agreement' });
  const { id } = sent.envelope;
  await signAs(api, sent, ALICE);
  await signAs(api, sent, BOB);
  await api.until('the seal', async () => {
    const path = `/api/v1/envelopes/${id}/document?variant=sealed`;
    return (await api.call('GET', path, { key })).status === 200;
  });
  for (const path of ['', '?search=master', '?status=completed', `/${id}`, `/${id}/events`])
    expect((await api.call('GET', `/api/v1/envelopes${path}`, { key })).status, path).toBe(200);
  const draft = await createDraft(api, key);
  expect((await api.call('DELETE', `/api/v1/envelopes/${draft.json.envelope.id}`, { key })).status).toBe(204);

  const tables = await owner.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const distributed = new Set(tables.map(({ name }) => name).filter((name) => !(name in EVERYWHERE)));
  const scans = (await notedScans(owner.sql)).filter(({ relation }) => distributed.has(relation));
  const read = new Set(scans.map(({ relation }) => relation));
  for (const table of [
    'envelopes',
    'participants',
    'envelope_fields',
    'documents',
    'events',
    'signature_marks',
    'contacts',
  ])
    expect(read, table).toContain(table);
  expect(scans.filter((scan) => !isNamed(scan) && !isAsking(scan))).toEqual([]);
});
