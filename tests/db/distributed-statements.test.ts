import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeTemplate, use } from '../api/template/example.ts';
import { useApi } from '../support/api.ts';
import { EVERYWHERE } from '../support/distribution.ts';
import { ALICE, BOB, createDraft, sendDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { notedScans, notePlans, renewConnections, type Scan } from '../support/plans.ts';
import { signAs } from '../support/signer.ts';

const api = useApi({ work: true });
const owner = useOwner(api);

/**
 * Statements that look up the organization, so they can't filter by it: the table, the key they read by, and
 * the reason.
 */
const ASKING: readonly (readonly [relation: string, by: RegExp, why: string])[] = [
  ['api_keys', /^\(*hash = /, 'a key leads to its organization'],
  ['envelopes', /^\(*id = /, 'a link to sign leads to the organization of its envelope'],
  ['memberships', /^\(*user_id = /, 'a person may belong to several organizations'],
];
/** Workers ask for what is due in every organization at once. */
const ASKS_EVERYWHERE = /due_work\.process/;
const FINDS_ORGANIZATION = /^select "organization_id" from "envelopes" where "envelopes"\."id" = \$1$/;

const isNamed = ({ conditions }: Scan) =>
  conditions.some(
    // Searches append an empty text to the column to keep the planner from using the primary key.
    (term) =>
      /^\(*organization_id(?: \|\| ''::text\))? = | = organization_id\)*$/.test(term) &&
      !term.includes(' OR '),
  );
const isAsking = ({ relation, conditions, statement }: Scan) =>
  ASKING.some(([table, by]) => table === relation && conditions.some((term) => by.test(term))) &&
  (relation !== 'envelopes' || FINDS_ORGANIZATION.test(statement));

beforeAll(async () => {
  await notePlans(owner.sql);
  await renewConnections(api);
});

it('of an envelope’s life, every statement names the organization of every table it reads', async () => {
  const { apiKey: key } = await api.tenant();
  const webhook = { url: 'https://hooks.example.com/', description: 'All' };
  await call(key, 'POST', '/webhooks', webhook);
  const sent = await sendDraft(api, key, { displayName: 'Master agreement' });
  const { id } = sent.envelope;
  await signAs(api, sent, ALICE);
  await signAs(api, sent, BOB);
  await api.until('the seal', async () => {
    const path = `/api/v1/envelopes/${id}/document?variant=sealed`;
    return (await api.call('GET', path, { key })).status === 200;
  });
  for (const path of [
    '',
    '?search=master',
    '?status=completed',
    '?metadata=deal%3A42',
    '?metadata=deal%3A42&metadata=region%3Anorth',
    '?sender=sam%40example.com',
    `/${id}`,
    `/${id}/events`,
    `/${id}/evidence`,
  ])
    await call(key, 'GET', `/envelopes${path}`);
  const draft = await createDraft(api, key);
  await call(key, 'DELETE', `/envelopes/${draft.json.envelope.id}`);
  await call(key, 'POST', `/envelopes/${id}/copy`, {});

  const { unnamed, read } = await noted();
  expect(unnamed).toEqual([]);
  const parts = ['participants', 'envelope_fields', 'documents', 'events', 'signature_marks', 'contacts'];
  expect([...read]).toEqual(expect.arrayContaining(['envelopes', ...parts]));
});

it('of templates, bulk sends, labels and settings, too', async () => {
  const { apiKey: key } = await api.tenant();
  const { template } = await makeTemplate(api, key);
  const made = await use(api, key, template.id);
  const { envelope } = made.json;
  await call(key, 'GET', `/templates/${template.id}`);
  await call(key, 'PATCH', `/templates/${template.id}`, { name: 'Other' });
  const label = await call(key, 'POST', '/labels', { name: 'Sales' });
  await call(key, 'POST', `/labels/${label.id}/envelopes`, { add: [envelope.id] });
  await call(key, 'PUT', `/envelopes/${envelope.id}/labels`, { labelIds: [label.id] });
  await call(key, 'GET', `/envelopes?labelId=${label.id}&templateId=${template.id}`);
  await call(key, 'POST', `/envelopes/${envelope.id}/void`, {
    expectedVersion: envelope.version,
    reason: 'Wrong',
  });
  const csv = 'client_name,client_email\nAda,ada@example.com';
  const list = { templateId: template.id, filename: 'people.csv', csv, requestId: randomUUID() };
  const started = await call(key, 'POST', '/bulk-sends', list);
  await api.until('the bulk send', async () => {
    const { bulkSend } = await call(key, 'GET', `/bulk-sends/${started.id}`);
    return bulkSend.finishedAt !== null;
  });
  await call(key, 'GET', `/bulk-sends/${started.id}/results`);
  await call(key, 'GET', `/bulk-sends?templateId=${template.id}`);
  for (const path of [
    'templates',
    'labels',
    'webhooks',
    'events',
    'members',
    'teams',
    'api-keys',
    'audit-log',
    'embedding',
  ])
    await call(key, 'GET', `/${path}`);

  const { unnamed, read } = await noted();
  expect(unnamed).toEqual([]);
  const kinds = [
    'templates',
    'template_fields',
    'template_roles',
    'bulk_send_rows',
    'envelope_labels',
    'labels',
    'teams',
  ];
  expect([...read]).toEqual(expect.arrayContaining(kinds));
});

async function call(key: string, method: string, path: string, body?: object): Promise<any> {
  const { status, json } = await api.call(method, `/api/v1${path}`, {
    key,
    ...(body === undefined ? {} : { body }),
  });
  expect(status, `${method} ${path} ${JSON.stringify(json)}`).toBeLessThan(300);
  return json;
}

/** The organizations' tables that were read, and reads that didn't name the organization. */
async function noted() {
  const tables = await owner.sql<{ name: string; whole: string }[]>`
    select relname as name, coalesce(pg_partition_root(oid)::text, relname) as whole
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
  const wholes = new Map(tables.map(({ name, whole }) => [name, whole]));
  const scans = (await notedScans(owner.sql))
    .map((scan) => ({ ...scan, relation: wholes.get(scan.relation) ?? '' }))
    .filter(({ relation }) => relation !== '' && !(relation in EVERYWHERE))
    .filter(({ statement }) => !ASKS_EVERYWHERE.test(statement));
  return {
    read: new Set(scans.map(({ relation }) => relation)),
    unnamed: scans.filter((scan) => !isNamed(scan) && !isAsking(scan)),
  };
}
