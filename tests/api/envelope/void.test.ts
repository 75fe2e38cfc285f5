import { describe, expect, it } from 'vitest';
import { expectError, expectInvalidState, expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import type { BodyOf } from '../../support/ask.ts';
import { ALICE, createDraft, sendDraft } from '../../support/envelopes.ts';
import { expectGraph } from '../../support/shapes.ts';
import { signAs, tokenOf } from '../../support/signer.ts';
import { actionsOf, eventsOf, jobsOf } from '../../support/traces.ts';

const api = useApi();
const voidIt = (key: string, id: string, body: BodyOf<'POST /api/v1/envelopes/{id}/void'>) =>
  api.ask('POST /api/v1/envelopes/{id}/void', { key, path: { id }, body });
const path = (id: string) => `/api/v1/envelopes/${id}/void`;

describe('200', () => {
  it('ends a draft without telling anyone', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const answer = await voidIt(key, envelope.id, { expectedVersion: 1 });
    expect(answer.status).toBe(200);
    expectGraph(answer.json);
    const now = api.clock.now.toISOString();
    expect(answer.json.envelope).toMatchObject({ status: 'voided', version: 2, voidedAt: now });
    expect((await eventsOf(api, key, envelope.id)).at(-1)).toMatchObject({
      action: 'envelope.voided',
      payload: { reason: null },
    });
    expect(await jobsOf(api, envelope.id)).toEqual([]);
  });

  it('ends a sent envelope and tells everyone who had a link, with the cleaned reason', async () => {
    const { apiKey: key, organizationId } = await api.tenant();
    const { envelope, participants } = await sendDraft(api, key);
    const body = { expectedVersion: 3, reason: ' Wrong\u202E\u0007 price ' };
    expect((await voidIt(key, envelope.id, body)).json.envelope).toMatchObject({
      status: 'voided',
      version: 4,
    });
    expect((await eventsOf(api, key, envelope.id)).at(-1)).toMatchObject({
      payload: { reason: 'Wrong price' },
    });
    const data = { organizationId, envelopeId: envelope.id, recipient: participants[0].id };
    expect(await jobsOf(api, envelope.id)).toContainEqual({ name: 'svc/envelope.voided', data });
    expect(await jobsOf(api, envelope.id)).toHaveLength(2);
  });

  it('tells everyone who has signed or could', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    expect((await signAs(api, sent, ALICE)).status).toBe(200);
    expect((await voidIt(key, sent.envelope.id, { expectedVersion: 5 })).status).toBe(200);
    const told = (await jobsOf(api, sent.envelope.id)).filter(({ name }) => name === 'svc/envelope.voided');
    expect(told.map(({ data }) => data['recipient']).sort()).toEqual(
      sent.participants.map(({ id }: any) => id).sort(),
    );
  });
});

describe('409', () => {
  it('for an outdated version, with the current one', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    expectError(await voidIt(key, envelope.id, { expectedVersion: 2 }), 'version_conflict', {
      currentVersion: 1,
    });
  });

  it('for a voided one', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    await voidIt(key, envelope.id, { expectedVersion: 1 });
    expectInvalidState(await voidIt(key, envelope.id, { expectedVersion: 2 }), 'voided');
  });

  it('for a declined one', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    await api.ask('POST /api/signer/decline', { key: await tokenOf(api, sent, ALICE.email), body: {} });
    expectInvalidState(await voidIt(key, sent.envelope.id, { expectedVersion: 5 }), 'declined');
  });

  it('for whichever comes second, the void or the last signature', async () => {
    for (let round = 0; round < 6; round++) {
      const { apiKey: key } = await api.tenant();
      const sent = await sendDraft(api, key, { participants: [ALICE], fields: [] });
      const { id } = sent.envelope;
      const token = await tokenOf(api, sent, ALICE.email);
      const sign = () => api.ask('POST /api/signer/sign', { key: token, body: { values: [] } });
      const end = () => voidIt(key, id, { expectedVersion: 3 });
      const both = round % 2 === 0 ? [sign(), end()] : [end(), sign()];
      const answers = await Promise.all(both);
      const [signed, voided] = round % 2 === 0 ? answers : answers.reverse();
      if (signed === undefined || voided === undefined) throw new Error('both were asked');
      const actions = await actionsOf(api, key, id);
      if (signed.status === 200) {
        expectError(voided, 'version_conflict', { currentVersion: 5 });
        expect(actions.slice(3)).toEqual(['participant.signed', 'envelope.completed']);
      } else {
        expectInvalidState(signed, 'voided');
        expect(voided.status).toBe(200);
        expect(actions.slice(3)).toEqual(['envelope.voided']);
      }
    }
  });
});

describe('422', () => {
  it('for a missing version and a reason that is too long', async () => {
    const { apiKey: key } = await api.tenant();
    const { envelope } = (await createDraft(api, key)).json;
    const body = { reason: 'x'.repeat(501) };
    const answer = await api.call('POST', path(envelope.id), { key, body });
    expectIssues(answer, ['/expectedVersion', '/reason']);
  });
});
