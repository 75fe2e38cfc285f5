import type { WireGraph } from '#wire/envelope-graph.ts';

import type { Dashboard } from '../../../../scripts/client/dashboard.ts';
import type { Envelopes } from '../../../../scripts/client/envelopes.ts';
import { type HttpClient, RefusedError } from '../../../../scripts/client/http.ts';
import { createSignerClient } from '../../../../scripts/client/signing.ts';
import { linkTo } from './mail-book.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * The plan for a lifecycle: who acts how in turn, and where it stops. In a group, everyone who is left signs
 * at the same time.
 */
const PLANS = {
  complete: ['send', 'sign', 'sign'],
  'decline first': ['send', 'decline'],
  'decline second': ['send', 'sign', 'decline'],
  'delegate first': ['send', 'delegate', 'sign', 'sign'],
  'delegate and decline': ['send', 'delegate', 'decline'],
  'void delegated': ['send', 'delegate', 'void'],
  'void draft': ['void'],
  'void sent': ['send', 'void'],
  'void half signed': ['send', 'sign', 'void'],
  'leave sent': ['send'],
  'leave half signed': ['send', 'sign'],
} as const satisfies Record<string, readonly Step[]>;
export type Plan = keyof typeof PLANS;
type Step = 'send' | 'sign' | 'decline' | 'delegate' | 'void';

/** What the client knows so far. */
export interface Client {
  readonly http: HttpClient;
  readonly token: string;
  readonly api: Envelopes;
  readonly dashboard: Dashboard;
  readonly pdf: Uint8Array;
}

/** An envelope as its client knows it: what was requested, and which requests succeeded. */
export interface Lifecycle {
  readonly document: string;
  readonly plan: Plan;
  readonly isDeferred: boolean;
  /** Whether both act in parallel, and the second one only approves. */
  readonly isGroup: boolean;
  readonly hasApprover: boolean;
  readonly emails: readonly [string, string];
  envelopeId: string | null;
  /** Steps of the plan that are known to be done. */
  done: number;
  readonly acknowledged: string[];
}

/** The outcome of an attempt: a step was done, there is nothing to do yet, or the plan is finished. */
export type Progress = 'step' | 'waiting' | 'finished';

/**
 * Takes the next step. Throws refusals, and Error if there was no answer: the step may or may not have
 * happened.
 */
export async function advance(client: Client, lifecycle: Lifecycle): Promise<Progress> {
  const graph = await ready(client, lifecycle);
  lifecycle.done = stepsDone(graph);
  const step = PLANS[lifecycle.plan][lifecycle.done];
  if (step === undefined) return 'finished';
  const { id, version } = graph.envelope;
  if (step === 'send') await client.api.send(id, version);
  if (step === 'void') await client.api.void(id, version, 'The terms have changed');
  if (step === 'sign' || step === 'decline' || step === 'delegate')
    return await asSigners(client, lifecycle, graph, step);
  lifecycle.acknowledged.push(step);
  lifecycle.done += 1;
  return 'step';
}

/** One person whose turn it is acts. In a group, all who are left sign at once. */
async function asSigners(
  { http, dashboard }: Client,
  lifecycle: Lifecycle,
  { participants }: WireGraph,
  step: 'sign' | 'decline' | 'delegate',
): Promise<Progress> {
  const pending = participants.filter(({ status }) => status === 'pending');
  const current = pending.filter(({ orderIndex }) => orderIndex === pending[0]?.orderIndex);
  // A plan that stops half signed has one signature.
  const isWhole = PLANS[lifecycle.plan].filter((one) => one === 'sign').length === participants.length;
  const acting = step === 'sign' && isWhole ? current : current.slice(0, 1);
  const tokens = await Promise.all(acting.map(({ email }) => linkTo(dashboard, email)));
  if (tokens.includes(null)) return 'waiting';
  const answers = await Promise.allSettled(
    tokens.map(async (token) => {
      const signer = createSignerClient(http, token ?? '');
      if (step === 'decline') await signer.decline('Not on these terms');
      else if (step === 'delegate') await signer.delegate('Carol', `carol.${lifecycle.emails[0]}`);
      else await signer.sign({ values: [], signature: { kind: 'typed', text: 'Алиса' } });
    }),
  );
  const done = answers.filter(({ status }) => status === 'fulfilled');
  lifecycle.acknowledged.push(...done.map(() => step));
  lifecycle.done += done.length;
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
  return 'step';
}

/** Refusals that only say that an unanswered attempt, or someone else's, had succeeded after all. */
export function isOvertaken(error: unknown): boolean {
  return (
    error instanceof RefusedError &&
    ['version_conflict', 'invalid_state', 'idempotency_in_flight', 'not_your_turn', 'unauthorized'].includes(
      error.code,
    )
  );
}

/** Whether a request's outcome is unknown: no answer, or one caused by the server's own trouble. */
export function isOutage(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status >= 500;
  return /^(ECONN|EPIPE|ETIMEDOUT)/.test(getErrorCode(error) ?? '');
}

async function ready(client: Client, lifecycle: Lifecycle): Promise<WireGraph> {
  const { api, pdf } = client;
  lifecycle.envelopeId ??= (await created(client, lifecycle)).envelope.id;
  const id = lifecycle.envelopeId;
  const graph = await api.get(id);
  if (graph.envelope.documentHash !== null || graph.envelope.status !== 'draft') return graph;
  // Create returns the upload's address. A client that has lost that answer knows it from the documentation.
  const url = new URL(`/api/v1/envelopes/${id}/document`, client.http.origin).href;
  await api.upload({ url, headers: {} }, pdf);
  const { envelope } = await api.completeUpload(id);
  lifecycle.acknowledged.push('document');
  return envelope;
}

async function created({ api, pdf }: Client, lifecycle: Lifecycle): Promise<WireGraph> {
  const { document, emails, isDeferred, isGroup, hasApprover } = lifecycle;
  const box = { page: 1, width: 0.3, height: 0.05, type: 'signature', y: 0.8 };
  const draft = {
    participants: emails.map((email, index) => ({
      name: ['Алиса', 'Bob'][index] ?? '',
      email,
      ...(isGroup ? { orderIndex: 0 } : {}),
      ...(hasApprover && index === 1 ? { role: 'approver' as const } : {}),
    })),
    fields: [
      { ...box, x: 0.1, participantIndex: 0 },
      { ...box, x: 0.6, participantIndex: 1 },
    ],
  };
  // Uses the same key each time, so that an envelope is never created twice.
  if (isDeferred) return await api.createDeferred(`${document}.pdf`, draft, document);
  const graph = await api.createInline(`${document}.pdf`, pdf, draft, document);
  lifecycle.acknowledged.push('document');
  return graph;
}

function stepsDone({ envelope, participants }: WireGraph): number {
  if (['completed', 'declined', 'voided'].includes(envelope.status)) return Infinity;
  if (envelope.status !== 'in_progress') return 0;
  const signed = participants.filter(({ status }) => status === 'signed').length;
  return 1 + signed + participants.reduce((sum, { delegatedFrom }) => sum + delegatedFrom.length, 0);
}
