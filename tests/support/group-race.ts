import { expect } from 'vitest';
import type { TestApi } from './api.ts';
import { ALICE, BOB, sendDraft, SIGNATURE } from './envelopes.ts';
import { signAs } from './signer.ts';
import { actionsOf, jobsOf } from './traces.ts';

const CAROL = { name: 'Carol', email: 'carol@example.com' };
const FIELDS = [0, 1, 2].map((participantIndex) => ({
  ...SIGNATURE,
  x: 0.1 + participantIndex / 4,
  participantIndex,
}));

/**
 * Has a group's two members sign at the same time: one of them completes the group, and what follows happens
 * once. `followed` says whether Carol signs after them.
 */
export async function raceGroup(api: TestApi, key: string, followed: boolean): Promise<void> {
  const group = [ALICE, BOB].map((one) => ({ ...one, orderIndex: 0 }));
  const participants = followed ? [...group, { ...CAROL, orderIndex: 1 }] : group;
  const graph = await sendDraft(api, key, { participants, fields: FIELDS.slice(0, participants.length) });
  const { id } = graph.envelope;
  const answers = await Promise.all([signAs(api, graph, ALICE), signAs(api, graph, BOB)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);

  const actions = await actionsOf(api, key, id);
  const count = (action: string) => actions.filter((one) => one === action).length;
  expect(count('participant.signed')).toBe(2);
  expect(count('participant.link_issued')).toBe(participants.length);
  expect(count('envelope.completed')).toBe(followed ? 0 : 1);
  const after = (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json;
  expect(after.envelope).toMatchObject({ status: followed ? 'in_progress' : 'completed', version: 7 });
  const jobs = (await jobsOf(api, id)).map(({ name }) => name);
  const follow = followed ? 'svc/participant.link_issued' : 'svc/envelope.completed';
  expect(jobs.filter((name) => name === follow)).toHaveLength(1);
}
