import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openServices, type OpenServices } from '#server/main/open-services.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { answerApi } from '#server/http/api.ts';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { sweepOnTime } from '#server/jobs/sweep.ts';
import { openTimeServer } from '#server/outbound/time-server.ts';
import { createClient } from '../../../src/client/client.ts';
import { expectError } from '../../support/answers.ts';
import { type TestApi, useApi } from '../../support/api.ts';
import { ask } from '../../support/ask.ts';
import { ALICE, sendDraft, SIGNATURE } from '../../support/envelopes.ts';
import { DAY_MS, MINUTE_MS } from '../../support/moments.ts';
import { startNtpServer } from '../../support/ntp-server.ts';
import { useOwner } from '../../support/owner.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf } from '../../support/traces.ts';

const ntp = await startNtpServer();
const api = useApi({ alone: true, env: { NTP_SERVER: ntp.address } });
const owner = useOwner(api);
afterAll(() => ntp.close());
beforeEach(() => {
  api.clock.now = new Date();
});

/** Has the program ask a time server that is this far from its clock, or doesn't answer. */
function compareWith(off: { readonly offsetMs?: number; readonly silent?: boolean }): void {
  Object.assign(ntp, { offsetMs: 0, silent: false, ...off });
  const { clock, config } = api.services;
  const timeServer = openTimeServer(config.ntpServer, { clock, onFailure: () => undefined });
  Object.assign(api.services, { timeServer });
}

async function sent(on: TestApi = api) {
  const tenant = await on.tenant();
  const graph = await sendDraft(on, tenant.apiKey, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  return { ...tenant, graph, envelopeId: graph.envelope.id as string };
}

describe('while the time is known to be wrong', () => {
  it.each([-2 * MINUTE_MS, 2 * MINUTE_MS, 10 * DAY_MS])(
    'nobody signs, consents, declines or delegates: the time server is %i ms ahead',
    async (offsetMs) => {
      const { apiKey, graph, envelopeId } = await sent();
      const before = await actionsOf(api, apiKey, envelopeId);
      compareWith({ offsetMs });
      const key = await tokenOf(api, graph, ALICE.email);
      const signature = { kind: 'typed', text: ALICE.name };
      for (const [path, body] of [
        ['sign', { values: [], signature }],
        ['consent', { accepted: true }],
        ['decline', {}],
        ['delegate', { name: 'Bob', email: 'bob@example.com' }],
      ] as const)
        expectError(await api.call('POST', `/api/signer/${path}`, { key, body }), 'clock_wrong');
      expect(await actionsOf(api, apiKey, envelopeId)).toEqual(before);
      compareWith({});
      expect((await signAs(api, graph, ALICE)).status).toBe(200);
    },
  );

  it('seals wait, without being recorded as failed, and are due once it is right', async () => {
    const { apiKey, organizationId, graph, envelopeId } = await sent();
    compareWith({});
    await signAs(api, graph, ALICE);
    const before = await actionsOf(api, apiKey, envelopeId);
    compareWith({ offsetMs: 2 * MINUTE_MS });
    const payload = { organizationId, envelopeId };
    const failed = await sealEnvelope(api.services, payload).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'clock_wrong' });
    expect(await actionsOf(api, apiKey, envelopeId)).toEqual(before);

    // In the state the queue leaves it in.
    await owner.sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour',
      output = ${owner.sql.json({ message: (failed as Error).message })}
      where name = 'svc/envelope.completed' and data ->> 'envelopeId' = ${envelopeId}`;
    const isDue = async () => {
      const [job] = await owner.sql<{ due: boolean }[]>`select start_after <= now() as due from pgboss.job
        where name = 'svc/envelope.completed' and data ->> 'envelopeId' = ${envelopeId}`;
      return job?.due;
    };
    await sweepOnTime(api.services);
    expect(await isDue()).toBe(false);
    compareWith({});
    await sweepOnTime(api.services);
    expect(await isDue()).toBe(true);
    await sealEnvelope(api.services, payload);
    expect((await actionsOf(api, apiKey, envelopeId)).at(-1)).toBe('envelope.sealed');
  });
});

it('a time server that can’t be reached stops nobody', async () => {
  const { graph } = await sent();
  compareWith({ silent: true });
  expect((await signAs(api, graph, ALICE)).status).toBe(200);
});

describe('on a machine whose clock is ten days ahead', () => {
  let other: OpenServices;
  let wrong: TestApi;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 10 * DAY_MS);
    other = await openServices({ ...api.services.config, ntpServer: null });
    const client = (apiKey: string) =>
      createClient({
        baseUrl: 'http://localhost:3000',
        apiKey,
        fetch: (request) => answerApi(other.services, request, '192.0.2.7'),
      });
    const asked: TestApi['ask'] = (operation, call) => ask(client(call.key), operation, call);
    wrong = Object.assign(Object.create(api) as TestApi, {});
    Object.defineProperties(wrong, {
      services: { value: other.services },
      client: { value: client },
      ask: { value: asked },
    });
  });
  afterAll(async () => {
    vi.useRealTimers();
    await other.close();
  });
  afterEach(() => {
    expect(vi.isFakeTimers()).toBe(true);
  });

  it('events, signatures and the seal have the database’s time', async () => {
    const { apiKey, organizationId, graph, envelopeId } = await sent(wrong);
    expect((await signAs(wrong, graph, ALICE)).status).toBe(200);
    await sealEnvelope(other.services, { organizationId, envelopeId });
    const now = (await readDatabaseTime(other.services.db))().getTime();
    const events = await eventsOf(wrong, apiKey, envelopeId);
    expect(events.at(-1)).toMatchObject({ action: 'envelope.sealed' });
    for (const { occurredAt } of events)
      expect(Math.abs(Date.parse(occurredAt) - now)).toBeLessThan(5 * MINUTE_MS);
    const { bytes } = await wrong.ask('GET /api/v1/envelopes/{id}/document', {
      key: apiKey,
      path: { id: envelopeId },
      query: { variant: 'sealed' },
    });
    const [, sealedAt = ''] = /\/M ?\(D:(\d{14})/.exec(bytes.toString('latin1')) ?? [];
    expect(sealedAt.slice(0, 8)).toBe(new Date(now).toISOString().slice(0, 10).replaceAll('-', ''));
  });
});
