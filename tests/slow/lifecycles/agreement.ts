import { expect } from 'vitest';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import { verifyChain, type LinkedEvent } from '#domain/event/chain.ts';
import { EVENT_CATALOGUE, type EventAction } from '#domain/event/catalogue.ts';
import { prepareRules } from '#domain/field/rules/apply-rules.ts';
import { isFilled } from '#domain/field/validate.ts';
import { LIMITS } from '#domain/limits.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { readEvents } from '#server/db/envelopes/envelopes.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { TestApi } from '../../support/api.ts';

/** The status that follows from an envelope's log. */
const STATUS_AFTER: Partial<Record<EventAction, EnvelopeStatus>> = {
  'envelope.created': 'draft',
  'envelope.sent': 'in_progress',
  'envelope.recalled': 'draft',
  'envelope.completed': 'completed',
  'envelope.declined': 'declined',
  'envelope.voided': 'voided',
  'envelope.expired': 'expired',
};
const ONCE = ['envelope.completed', 'envelope.declined', 'envelope.voided', 'envelope.expired'] as const;

export type Observed = Awaited<ReturnType<typeof observe>>;

export async function observe(api: TestApi, key: string, organizationId: string, id: string) {
  const answer = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
  const events = await transaction(api.services.db, { organizationId }, (tx) =>
    readEvents(tx, organizationId, id),
  );
  return { graph: answer.status === 200 ? (answer.json as WireGraph) : null, events: events ?? [] };
}

/** Status, version, chain, counts, order and values agree, and refused calls changed nothing. */
export function expectAgreement(before: Observed, after: Observed, statuses: readonly number[]): void {
  const { graph, events } = after;
  if (graph === null) return;
  expect(verifyChain(events as LinkedEvent[], computeSha256Hex)).toMatchObject({
    ok: true,
    length: events.length,
  });
  expect(events.slice(0, before.events.length)).toEqual(before.events);
  if (statuses.every((status) => status >= 400)) expect(after).toEqual(before);
  expectCounts(
    graph,
    events.map(({ action }) => action),
  );
  expectOrder(graph);
  expectRules(graph);
}

function expectCounts({ envelope, participants }: WireGraph, actions: readonly EventAction[]): void {
  const count = (action: EventAction) => actions.filter((one) => one === action).length;
  const having = (status: string) => participants.filter((one) => one.status === status).length;
  const expected = actions.map((action) => STATUS_AFTER[action]).findLast((found) => found !== undefined);
  expect(envelope.status).toBe(expected);
  expect(envelope.version).toBe(actions.filter((action) => EVENT_CATALOGUE[action].versioned).length);
  expect(having('signed')).toBe(count('participant.signed') + count('participant.approved'));
  expect(having('declined')).toBe(count('participant.declined'));
  for (const action of ONCE) expect(count(action)).toBeLessThanOrEqual(1);
  expect(count('envelope.sent') - count('envelope.recalled')).toBe(envelope.sentAt === null ? 0 : 1);
  if (envelope.status === 'completed') expect(having('pending')).toBe(0);
  if (envelope.status === 'in_progress') expect(having('pending')).toBeGreaterThan(0);
  const handed = participants.map(({ delegatedFrom }) => delegatedFrom.length);
  for (const times of handed) expect(times).toBeLessThanOrEqual(LIMITS.delegationsMax);
  expect(handed.reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(count('participant.delegated'));
  const approved = participants.filter(({ role, status }) => role === 'approver' && status === 'signed');
  expect(approved).toHaveLength(count('participant.approved'));
}

/** Nobody acted before everyone in earlier groups was done. */
function expectOrder({ participants }: WireGraph): void {
  const open = participants.filter(({ status }) => status === 'pending').map(({ orderIndex }) => orderIndex);
  for (const { status, orderIndex } of participants)
    if (status !== 'pending') expect(orderIndex).toBeLessThanOrEqual(Math.min(...open, Infinity));
}

/**
 * For people who are done, exactly the shown fields have values, and calculated values follow from what is
 * stored.
 */
function expectRules({ participants, fields }: WireGraph): void {
  const done = new Set(participants.filter(({ status }) => status === 'signed').map(({ id }) => id));
  const outcomes = prepareRules(fields)((field) => field.value);
  for (const field of fields) {
    const { isShown = false, value = null } = outcomes.get(field) ?? {};
    if (!done.has(field.participantId ?? '')) expect([field.key, field.value]).toEqual([field.key, null]);
    else if (!isShown) expect([field.key, field.value]).toEqual([field.key, null]);
    else expect([field.key, field.value]).toEqual([field.key, value]);
    if (done.has(field.participantId ?? '') && isShown && field.required && field.formula === null)
      expect([field.key, isFilled(field, field.value)]).toEqual([field.key, true]);
  }
}
