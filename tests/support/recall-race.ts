import { expect } from 'vitest';
import { expectError } from './answers.ts';
import type { TestApi } from './api.ts';
import { ALICE, sendDraft } from './envelopes.ts';
import { tokenOf } from './signer.ts';
import { actionsOf, jobsOf } from './traces.ts';

/**
 * Recalls an envelope at the moment of its first signature. One of the two succeeds, and only its email is
 * requested.
 */
export async function raceRecall(api: TestApi, key: string, signsFirst: boolean): Promise<void> {
  const sent = await sendDraft(api, key);
  const { id } = sent.envelope;
  const token = await tokenOf(api, sent, ALICE.email);
  const signature = { kind: 'typed' as const, text: ALICE.name };
  const sign = () => api.ask('POST /api/signer/sign', { key: token, body: { values: [], signature } });
  const recall = () =>
    api.ask('POST /api/v1/envelopes/{id}/recall', { key, path: { id }, body: { expectedVersion: 3 } });
  const answers = await Promise.all(signsFirst ? [sign(), recall()] : [recall(), sign()]);
  const [signed, recalled] = signsFirst ? answers : answers.reverse();
  if (signed === undefined || recalled === undefined) throw new Error('both were asked');

  const actions = (await actionsOf(api, key, id)).slice(3);
  const mails = (await jobsOf(api, id)).map(({ name }) => name).sort();
  const { envelope } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
  if (signed.status === 200) {
    expectError(recalled, 'version_conflict', { currentVersion: 5 });
    expect(actions).toEqual(['participant.signed', 'participant.link_issued']);
    expect(mails).toEqual(['svc/envelope.sent', 'svc/participant.link_issued']);
    expect(envelope.status).toBe('in_progress');
  } else {
    expectError(signed, 'unauthorized', { reason: 'link_replaced', recalled: true });
    expect(recalled.status).toBe(200);
    expect(actions).toEqual(['envelope.recalled']);
    expect(mails).toEqual(['svc/envelope.recalled', 'svc/envelope.sent']);
    expect(envelope).toMatchObject({ status: 'draft', sentAt: null, version: 4 });
  }
}
