import { expect } from 'vitest';
import { expectError } from './answers.ts';
import type { Answer, TestApi } from './api.ts';
import { ALICE, sendDraft } from './envelopes.ts';
import { tokenOf } from './signer.ts';
import { actionsOf, jobsOf } from './traces.ts';

const CAROL = { name: 'Carol', email: 'carol@example.com' };

/** Hands over a turn while it's being signed. One of the two succeeds, and only its emails are requested. */
export async function raceDelegation(api: TestApi, key: string, signsFirst: boolean): Promise<void> {
  const race = await startRace(api, key);
  const delegate = () => api.ask('POST /api/signer/delegate', { key: race.token, body: CAROL });
  const { signed, other: delegated, actions, mails, participants } = await race.run(delegate, signsFirst);
  if (signed.status === 200) {
    expectError(delegated, 'not_your_turn');
    expectOnlySigned({ actions, mails, participants });
  } else {
    // A link checked after the turn moved on also says who has it now. One checked before loses under the
    // lock.
    const late = { delegatedTo: CAROL.name, senderName: 'Olga Owner' };
    expectError(signed, 'unauthorized', {
      reason: 'link_replaced',
      ...('delegatedTo' in signed.json.details ? late : {}),
    });
    expect(delegated.status).toBe(200);
    expect(actions).toEqual(['participant.delegated']);
    expect(mails).toEqual(['svc/envelope.sent', 'svc/participant.delegated', 'svc/participant.delegated']);
    expect(participants[0]).toMatchObject({ ...CAROL, status: 'pending' });
  }
}

/** Corrects a recipient's address while they sign. One of the two succeeds. */
export async function raceCorrection(api: TestApi, key: string, signsFirst: boolean): Promise<void> {
  const race = await startRace(api, key);
  const { id, version, participantId } = race;
  const correct = () =>
    api.ask('PATCH /api/v1/envelopes/{id}/participants/{participantId}', {
      key,
      path: { id, participantId },
      body: { expectedVersion: version, email: CAROL.email },
    });
  const { signed, other: corrected, actions, mails, participants } = await race.run(correct, signsFirst);
  if (signed.status === 200) {
    expectError(corrected, 'version_conflict', { currentVersion: 5 });
    expectOnlySigned({ actions, mails, participants });
  } else {
    expectError(signed, 'unauthorized', { reason: 'link_replaced' });
    expect(corrected.status).toBe(200);
    expect(actions).toEqual(['participant.corrected']);
    expect(participants[0]).toMatchObject({ email: CAROL.email, status: 'pending' });
  }
}

/** A sent envelope whose first recipient is about to sign. */
async function startRace(api: TestApi, key: string) {
  const sent = await sendDraft(api, key);
  const { id, version } = sent.envelope as { id: string; version: number };
  const token = await tokenOf(api, sent, ALICE.email);
  const signature = { kind: 'typed' as const, text: ALICE.name };
  const sign = () => api.ask('POST /api/signer/sign', { key: token, body: { values: [], signature } });
  /** Runs both at the same time. Returns their responses, and the state afterwards. */
  const run = async (act: () => Promise<Answer>, signsFirst: boolean) => {
    const begin = (calls: readonly (() => Promise<Answer>)[]) => Promise.all(calls.map((call) => call()));
    const answers = await begin(signsFirst ? [sign, act] : [act, sign]);
    const [signed, other] = signsFirst ? answers : answers.reverse();
    if (signed === undefined || other === undefined) throw new Error('both were asked');
    const actions = (await actionsOf(api, key, id)).slice(3);
    const mails = (await jobsOf(api, id)).map(({ name }) => name).sort();
    const { participants } = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
    return { signed, other, actions, mails, participants };
  };
  return { id, version, token, participantId: sent.participants[0].id as string, run };
}

type Traces = {
  readonly actions: unknown;
  readonly mails: unknown;
  readonly participants: readonly unknown[];
};
function expectOnlySigned({ actions, mails, participants }: Traces): void {
  expect(actions).toEqual(['participant.signed', 'participant.link_issued']);
  expect(mails).toEqual(['svc/envelope.sent', 'svc/participant.link_issued']);
  expect(participants[0]).toMatchObject({ email: ALICE.email, status: 'signed', delegatedFrom: [] });
}
