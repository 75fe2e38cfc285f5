import { describe, expect, it } from 'vitest';
import { verifyChain } from '#domain/event/chain.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, BOB, sendDraft } from '../../support/envelopes.ts';
import { expectKeys } from '../../support/shapes.ts';
import { signAs } from '../../support/signer.ts';

const api = useApi();

describe('200', () => {
  it('returns all events in order, linked from the first to the head', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key, { displayName: 'Übergabe 契約 🖋' });
    await signAs(api, sent, ALICE);
    await signAs(api, sent, BOB);
    const answer = await api.ask('GET /api/v1/envelopes/{id}/events', {
      key,
      path: { id: sent.envelope.id },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['items']);
    const { items } = answer.json;
    for (const item of items) expectKeys(item, 'event');
    expect(items.map(({ seq }: any) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(items.map(({ action, actorType }: any) => `${action} by ${actorType}`)).toEqual([
      'envelope.created by api_key',
      'envelope.sent by api_key',
      'participant.link_issued by api_key',
      'participant.signed by signer',
      'participant.link_issued by signer',
      'participant.fields_auto_resolved by signer',
      'participant.signed by signer',
      'envelope.completed by signer',
    ]);
    expect(items[5].payload).toMatchObject({
      fields: [{ fieldId: sent.fields[3].id, autoSource: 'signed_date', value: '2027-03-01' }],
    });
    expect(items[7].payload).toEqual({ participantCount: 2, fieldCount: 4 });
    expect(verifyChain(items, computeSha256Hex)).toEqual({ ok: true, head: items[7].hash, length: 8 });
  });

  it('lets anyone detect a changed event', async () => {
    const { apiKey: key } = await api.tenant();
    const sent = await sendDraft(api, key);
    const { items } = (
      await api.ask('GET /api/v1/envelopes/{id}/events', { key, path: { id: sent.envelope.id } })
    ).json;
    const forged = structuredClone(items);
    if (forged[1].action !== 'envelope.sent' || forged[1].payload === null) throw new Error('not sent');
    forged[1].payload.participants[0].email = 'mallory@example.com';
    expect(verifyChain(forged, computeSha256Hex)).toEqual({ ok: false, seq: 2, reason: 'digest_mismatch' });
  });
});
