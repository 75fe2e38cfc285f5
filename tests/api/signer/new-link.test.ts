import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import { expectError, expectIssues } from '../../support/answers.ts';
import { pass } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { eventsOf } from '../../support/traces.ts';

const api = useApi({ work: true });
const PATH = '/api/signer/new-link';
const ACCEPTED = [200, { accepted: true }];

async function sent() {
  const { apiKey: key, organizationId } = await api.tenant();
  const graph = (await sendDraft(api, key)) as WireGraph;
  await api.mails(organizationId, 1);
  const id = graph.envelope.id;
  const read = async () =>
    (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json as WireGraph;
  return {
    key,
    organizationId,
    graph,
    id,
    read,
    mailsTo: async (email: string, count: number) =>
      await api.until(`${count} mails to ${email}`, async () => {
        const mails = (await api.mails(organizationId, 0)).filter(({ recipient }) => recipient === email);
        return mails.length >= count ? mails : null;
      }),
    reissued: async () =>
      (await eventsOf(api, key, id)).filter(({ action }) => action === 'participant.link_reissued'),
  };
}

async function ask(token: string) {
  const { status, json } = await api.ask('POST /api/signer/new-link', { key: token, body: {} });
  return [status, json];
}

const invitation = (token: string) => api.ask('GET /api/signer/invitation', { key: token });
const tokenIn = (text: string) => /#token=([\w.-]+)/.exec(text)?.[1] ?? '';

describe('200', () => {
  it('emails a new link to the envelope’s address for an expired one', async () => {
    const { graph, mailsTo, reissued, read } = await sent();
    const old = await tokenOf(api, graph, ALICE.email);
    pass(api, LIMITS.signerTokenLifeMs + 1000);
    expectError(await invitation(old), 'unauthorized', { reason: 'link_expired' });
    const before = (await read()).envelope.version as number;
    expect(await ask(old)).toEqual(ACCEPTED);
    const mails = await mailsTo(ALICE.email, 2);
    expect((await invitation(tokenIn(mails.at(-1)?.text ?? ''))).status).toBe(200);
    expect(await reissued()).toMatchObject([
      {
        actorType: 'signer',
        ipAddress: '192.0.2.7',
        payload: { participantId: graph.participants[0]?.id, epoch: 1, email: ALICE.email },
      },
    ]);
    expect((await read()).envelope.version).toBe(before + 1);
  });

  it('emails once an hour, even for concurrent requests, and keeps valid links', async () => {
    const { graph, mailsTo, reissued, key, id, read } = await sent();
    const old = await tokenOf(api, graph, ALICE.email);
    // Emails are identified by their time.
    pass(api, 1000);
    const resend = await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
      key,
      path: { id, participantId: graph.participants[0]?.id ?? '' },
      body: { expectedVersion: (await read()).envelope.version },
    });
    expect(resend.status).toBe(200);
    const current = tokenIn((await mailsTo(ALICE.email, 2)).at(-1)?.text ?? '');
    expectError(await invitation(old), 'unauthorized', { reason: 'link_replaced' });
    expect(await ask(old)).toEqual(ACCEPTED);
    expect(await reissued()).toHaveLength(1);
    pass(api, LIMITS.reminderWindowMs + 1000);
    expect(await Promise.all([ask(old), ask(old), ask(old), ask(current)])).toEqual(Array(4).fill(ACCEPTED));
    expect(await reissued()).toHaveLength(2);
    const mails = await mailsTo(ALICE.email, 3);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
    for (const token of [current, tokenIn(mails.at(-1)?.text ?? '')])
      expect((await invitation(token)).status).toBe(200);
  });

  it('counts a reminder as an emailed link', async () => {
    const { graph, reissued, key, id, read } = await sent();
    const old = await tokenOf(api, graph, ALICE.email);
    pass(api, 2 * LIMITS.reminderWindowMs);
    const body = { expectedVersion: (await read()).envelope.version };
    expect((await api.ask('POST /api/v1/envelopes/{id}/remind', { key, path: { id }, body })).status).toBe(
      200,
    );
    expect(await ask(old)).toEqual(ACCEPTED);
    expect(await reissued()).toEqual([]);
  });

  it('responds the same and does nothing if there is nothing to sign', async () => {
    const { graph, reissued, key, id, read } = await sent();
    const [alice, bob] = [await tokenOf(api, graph, ALICE.email), await tokenOf(api, graph, BOB.email)];
    expect((await signAs(api, graph, ALICE)).status).toBe(200);
    pass(api, 2 * LIMITS.reminderWindowMs);
    expect(await ask(alice)).toEqual(ACCEPTED);
    const body = { expectedVersion: (await read()).envelope.version };
    expect((await api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body })).status).toBe(200);
    expect(await ask(bob)).toEqual(ACCEPTED);
    expect(await reissued()).toEqual([]);
    const claims = { env: 'env_gone', part: 'part_gone', epoch: 1, purpose: 'sign', exp: 1 } as const;
    expect(await ask(mintSignerToken(claims, api.services.config.secretKeys))).toEqual(ACCEPTED);
  });
});

describe('401 and 422', () => {
  it('for tokens this service never issued, and for invalid bodies', async () => {
    const { graph } = await sent();
    const claims = { env: graph.envelope.id, part: graph.participants[0]?.id ?? '', epoch: 1, exp: 1 };
    const { id } = api.services.config.secretKeys.current;
    const foreign = { current: { id, key: 'another key' }, previous: [] };
    const forged = mintSignerToken({ ...claims, purpose: 'sign' }, foreign);
    const copy = await tokenOf(api, graph, ALICE.email, 'copy');
    for (const key of [forged, copy, 'abc.def'])
      expectError(await api.ask('POST /api/signer/new-link', { key, body: {} }), 'unauthorized');
    const key = await tokenOf(api, graph, ALICE.email);
    expectIssues(await api.call('POST', PATH, { key, body: { email: 'eve@example.com' } }), ['/email']);
  });
});
