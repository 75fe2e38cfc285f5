import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { DAY_MS, later, MINUTE_MS, pass } from '../../support/moments.ts';
import { expectKeys } from '../../support/shapes.ts';
import { signAs, tokenOf, type WireGraph } from '../../support/signer.ts';
import { actionsOf } from '../../support/traces.ts';

const api = useApi();
const path = '/api/signer/invitation';

describe('200', () => {
  it('shows sender and document, without any effect', async () => {
    const { apiKey: key } = await api.tenant('Acme Société');
    const sent = await sendDraft(api, key);
    const token = await tokenOf(api, sent, ALICE.email);
    for (let i = 0; i < 3; i++) {
      const answer = await api.ask('GET /api/signer/invitation', { key: token });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        senderName: 'Olga Owner',
        senderEmail: sent.envelope.senderEmail,
        displayName: 'Agreement',
        branding: {
          displayName: 'Acme Société',
          logoUrl: null,
          accentColor: null,
          logoWidth: null,
          logoHeight: null,
          isTest: false,
        },
        envelopeStatus: 'in_progress',
        isReplaced: false,
        expiresAt: null,
        participantStatus: 'pending',
        role: 'signer',
        authentication: { method: 'link', state: 'passed', phone: null, providerName: null },
        message: null,
        privateMessage: null,
        participants: [
          { name: ALICE.name, role: 'signer', status: 'pending', isTheirTurn: true, isMe: true },
          { name: BOB.name, role: 'signer', status: 'pending', isTheirTurn: false, isMe: false },
        ],
        documents: [
          { id: sent.envelope.documents[0]?.id, name: 'Agreement.pdf', firstPage: 1, pageCount: 1 },
        ],
      });
      expectKeys(answer.json.branding, 'branding');
    }
    await api.call('HEAD', path, { key: token });
    expect(await actionsOf(api, key, sent.envelope.id)).toHaveLength(3);
    expect(
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id: sent.envelope.id } })).json,
    ).toEqual(sent);
  });

  it('has no address and no identifier of other participants, and no field', async () => {
    const { apiKey } = await api.tenant();
    const sent = await sendDraft(api, apiKey);
    const { bytes } = await api.ask('GET /api/signer/invitation', {
      key: await tokenOf(api, sent, ALICE.email),
    });
    for (const secret of [
      BOB.email,
      ...sent.participants.map(({ id }: any) => id),
      ...sent.fields.map(({ id }: any) => id),
    ])
      expect(bytes.toString()).not.toContain(secret);
  });

  it('also accepts the token from the query, and links to the copy', async () => {
    const { apiKey } = await api.tenant();
    const sent = await sendDraft(api, apiKey);
    for (const purpose of ['sign', 'copy'] as const) {
      const token = await tokenOf(api, sent, ALICE.email, purpose);
      expect((await api.call('GET', `${path}?token=${token}`)).status).toBe(200);
    }
  });

  it('shows that the envelope has ended', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const token = await tokenOf(api, sent, ALICE.email);
    await api.ask('POST /api/v1/envelopes/{id}/void', {
      key,
      path: { id: sent.envelope.id },
      body: { expectedVersion: 3 },
    });
    expect((await api.ask('GET /api/signer/invitation', { key: token })).json).toMatchObject({
      envelopeStatus: 'voided',
    });
  });

  it.each(['before', 'after'])(
    'says to an expired link that the deadline has passed, %s the job',
    async (when) => {
      const { apiKey: key } = await api.tenant();
      const expiresAt = later(api, DAY_MS);
      const sent = await sendDraft(api, key, { policy: { expiresAt } });
      const token = await tokenOf(api, sent, ALICE.email);
      pass(api, DAY_MS + MINUTE_MS);
      if (when === 'after') await sweep(api.services);
      expect((await api.ask('GET /api/signer/invitation', { key: token })).json).toMatchObject({
        ...{ envelopeStatus: 'expired', expiresAt, displayName: 'Agreement', senderName: 'Olga Owner' },
      });
      for (const operation of ['GET /api/signer/envelope', 'GET /api/signer/document'] as const)
        expectError(await api.ask(operation, { key: token }), 'unauthorized', {
          ...{ reason: 'link_expired', over: true, displayName: 'Agreement', senderName: 'Olga Owner' },
        });
    },
  );

  it.each(['expired', 'replaced'])('says to an %s link that nothing is left to sign', async (kind) => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const token = await tokenOf(api, sent, ALICE.email);
    const path = { id: sent.envelope.id };
    const about = { over: true, displayName: 'Agreement', senderName: 'Olga Owner' };
    if (kind === 'replaced')
      await api.ask('POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link', {
        ...{ key, path: { ...path, participantId: sent.participants[0]?.id ?? '' } },
        body: { expectedVersion: 3 },
      });
    const newest = (await api.ask('GET /api/v1/envelopes/{id}', { key, path })).json as WireGraph;
    await signAs(api, newest, ALICE);
    if (kind === 'expired') pass(api, LIMITS.signerTokenLifeMs + MINUTE_MS);
    const { json } = await api.ask('GET /api/signer/invitation', { key: token });
    expect(json).toMatchObject({ code: 'unauthorized', details: { reason: `link_${kind}`, ...about } });
  });

  it('says that a new version has been sent', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const token = await tokenOf(api, sent, ALICE.email);
    const read = async () => (await api.ask('GET /api/signer/invitation', { key: token })).json;
    expect(await read()).toMatchObject({ envelopeStatus: 'in_progress', isReplaced: false });
    const { json } = await api.ask('POST /api/v1/envelopes/{id}/versions', {
      ...{ key, path: { id: sent.envelope.id } },
      body: { expectedVersion: 3 },
    });
    const { id, version: expectedVersion } = (json as WireGraph).envelope;
    await api.ask('POST /api/v1/envelopes/{id}/send', { key, path: { id }, body: { expectedVersion } });
    expect(await read()).toMatchObject({ envelopeStatus: 'voided', isReplaced: true });
  });
});
