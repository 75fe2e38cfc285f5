import { expect } from 'vitest';
import { expectError } from './answers.ts';
import type { TestApi } from './api.ts';
import { ALICE, sendDraft } from './envelopes.ts';
import { tokenOf } from './signer.ts';
import { actionsOf, jobsOf } from './traces.ts';

const CAROL = { name: 'Carol', email: 'carol@example.com' };

/** Hands a turn over at the moment of signing it: one of the two happens, and only its emails are asked for. */
export async function raceDelegation(api: TestApi, key: string, signsFirst: boolean): Promise<void> {
  const sent = await sendDraft(api, key);
  const { id } = sent.envelope;
  const token = await tokenOf(api, sent, ALICE.email);
  const signature = { kind: 'typed' as const, text: ALICE.name };
  const sign = () => api.ask('POST /api/signer/sign', { key: token, body: { values: [], signature } });
  const delegate = () => api.ask('POST /api/signer/delegate', { key: token, body: CAROL });
  const answers = await Promise.all(signsFirst ? [sign(), delegate()] : [delegate(), sign()]);
  const [signed, delegated] = signsFirst ? answers : answers.reverse();
  if (signed === undefined || delegated === undefined) throw new Error('both were asked');

  const actions = (await actionsOf(api, key, id)).slice(3);
  const mails = (await jobsOf(api, id)).map(({ name }) => name).sort();
  const { participants } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
  if (signed.status === 200) {
    expectError(delegated, 'not_your_turn');
    expect(actions).toEqual(['participant.signed', 'participant.link_issued']);
    expect(mails).toEqual(['svc/envelope.sent', 'svc/participant.link_issued']);
    expect(participants[0]).toMatchObject({ email: ALICE.email, status: 'signed', delegatedFrom: [] });
  } else {
    expectError(signed, 'unauthorized', { reason: 'link_replaced' });
    expect(delegated.status).toBe(200);
    expect(actions).toEqual(['participant.delegated']);
    expect(mails).toEqual(['svc/envelope.sent', 'svc/participant.delegated', 'svc/participant.delegated']);
    expect(participants[0]).toMatchObject({ ...CAROL, status: 'pending' });
  }
}
