import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import { createHandlers } from '#server/jobs/worker.ts';
import { useApi, type Call } from '../support/api.ts';
import { ALICE, BOB, createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { signAs, tokenOf, type WireGraph } from '../support/signer.ts';
import { collectStatements, noteStatements } from '../support/statements.ts';

const FILE = fileURLToPath(new URL('../../bench/budget.json', import.meta.url));
/** How many statements each request and each job sends, with those that begin transactions. */
type Budget = { readonly statements: Readonly<Record<string, number>> };

const api = useApi({ alone: true });
const owner = useOwner(api);

/** What nobody waits for, and may come during any step: the end of a read, notices, and the queue's own upkeep. */
const LATER = /^(?:commit$|select pg_notify)|^\s*BEGIN;\s+SET LOCAL lock_timeout/;

type Step = readonly [name: string, run: () => Promise<unknown>];

/** The steps of an envelope's life, each a request or a job. Those in parentheses aren't counted. */
function listSteps(key: string): Step[] {
  let graph!: WireGraph;
  const path = () => `/api/v1/envelopes/${graph.envelope.id}`;
  const work = (name: 'svc/envelope.sent' | 'svc/envelope.completed') =>
    createHandlers(api.services)[name](
      {
        organizationId: graph.envelope.organizationId,
        envelopeId: graph.envelope.id,
        participantId: graph.participants[0]?.id ?? '',
      } as never,
      { lastAttempt: false },
    );
  const request = async (method: string, at: string, call: Call) => {
    const { status, json } = await api.call(method, at, call);
    expect(status, JSON.stringify(json)).toBeLessThan(300);
    return json as WireGraph;
  };
  let link = '';
  return [
    ['create', async () => void (graph = (await createDraft(api, key)).json as WireGraph)],
    ['get', () => request('GET', path(), { key })],
    ['(get once more)', () => request('GET', path(), { key })],
    ['get again', () => request('GET', path(), { key })],
    ['list', () => request('GET', '/api/v1/envelopes?limit=20', { key })],
    ['(list once more)', () => request('GET', '/api/v1/envelopes?limit=20', { key })],
    ['list again', () => request('GET', '/api/v1/envelopes?limit=20', { key })],
    [
      'send',
      async () => {
        const body = { expectedVersion: graph.envelope['version'] };
        graph = await request('POST', `${path()}/send`, { key, body });
      },
    ],
    ['email the link', () => work('svc/envelope.sent')],
    ['(the link)', async () => void (link = await tokenOf(api, graph, ALICE.email))],
    ['open as a signer', () => request('GET', '/api/signer/envelope', { key: link })],
    ['sign', async () => expect((await signAs(api, graph, ALICE)).status).toBe(200)],
    ['sign as the last', async () => expect((await signAs(api, graph, BOB)).status).toBe(200)],
    ['seal', () => work('svc/envelope.completed')],
    ['get the sealed document', () => request('GET', `${path()}/document?variant=sealed`, { key })],
  ];
}

beforeAll(async () => {
  const { apiKey } = await api.tenant();
  // The first envelope makes certificates and keys.
  for (const [, run] of listSteps(apiKey)) await run();
  await noteStatements(api, owner.sql);
});

it('requests and jobs send the statements that the budget has for them', async () => {
  const { apiKey } = await api.tenant();
  const found: Record<string, number> = {};
  const texts: Record<string, readonly string[]> = {};
  for (const round of ['warm', 'measured'])
    for (const [name, run] of listSteps(apiKey)) {
      const { statements } = await collectStatements(owner.sql, run);
      if (round === 'warm' || name.startsWith('(')) continue;
      texts[name] = statements.map(({ text }) => text).filter((text) => !LATER.test(text));
      found[name] = texts[name].length;
    }
  if (process.env['UPDATE_SNAPSHOT'] === '1') {
    const budget = JSON.parse(readFileSync(FILE, 'utf8')) as Budget;
    writeFileSync(FILE, `${JSON.stringify({ ...budget, statements: found }, null, 2)}\n`);
  }
  const { statements } = JSON.parse(readFileSync(FILE, 'utf8')) as Budget;
  const more = Object.keys(found).filter((name) => found[name] !== statements[name]);
  expect(found, more.map((name) => [name, ...(texts[name] ?? [])].join('\n  ')).join('\n')).toEqual(
    statements,
  );
});

it('what is asked for again is neither read nor made again', async () => {
  const { apiKey: key } = await api.tenant();
  const { id } = (await createDraft(api, key)).json.envelope;
  for (const path of [`/api/v1/envelopes/${id}`, '/api/v1/envelopes']) {
    const ask = () => collectStatements(owner.sql, () => api.call('GET', path, { key }));
    const [first] = [await ask(), await ask()];
    const again = await ask();
    const listReading = ({ statements }: typeof first) =>
      statements.filter(({ text }) => text.includes('json_build_array'));
    expect(listReading(first)).toHaveLength(1);
    expect(again.result.bytes).toEqual(first.result.bytes);
    expect(listReading(again)).toEqual([]);
  }
});

it('policies have few subqueries, since each statement prepares all of them', async () => {
  const rows = await owner.sql<{ name: string; subqueries: number }[]>`
    select tablename as name, regexp_count(qual, 'SELECT') as subqueries from pg_policies where policyname = 'of_team'`;
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ subqueries }) => subqueries > 2)).toEqual([]);
});
