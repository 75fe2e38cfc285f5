import { z } from 'zod';
import { sortBySigningOrder } from '#domain/envelope/draft.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { remind } from '#domain/envelope/remind.ts';
import { resendLink as decideResend } from '#domain/envelope/links.ts';
import { schedule, send, unschedule } from '#domain/envelope/send.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { expectedVersion } from '#wire/draft.ts';
import { envelopeGraphSchema, toWireGraph } from '#wire/envelope-graph.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { moment } from '#wire/text.ts';
import { type Alongside, commit } from '#server/commit.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readSendSources } from '#server/db/envelopes/send-sources.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { requestMail } from '#server/envelopes/request-mail.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { memberProcedure, sessionProcedure } from '#server/trpc/audience.ts';
import { runEnvelopeOnce } from '#server/trpc/idempotent-envelope.ts';

export const sendEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/send',
      tags: ['Envelopes'],
      summary: 'Send an envelope',
      description:
        'Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a draft until then.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      expectedVersion,
      sendAt: moment.optional().describe('Must be in the future. Default: now.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const { id, sendAt, expectedVersion: version } = input;
    const target = { organizationId: member.organizationId, envelopeId: id, expectedVersion: version };
    const at = toSchedule(sendAt, member.sender.userId);
    return await runEnvelopeOnce(ctx, 'send', id, (alongside) =>
      sendDraft(services, target, at, facts, alongside),
    );
  });

type Target = {
  readonly organizationId: string;
  readonly envelopeId: string;
  readonly expectedVersion: number;
};

type Schedule = Parameters<typeof schedule>[1];

/** Cancels the scheduled sending of a draft. Refuses with `invalid_state` if it has already been sent. */
export const unscheduleEnvelope = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/unschedule',
      tags: ['Envelopes'],
      summary: 'Cancel the scheduled sending',
      description: 'The draft stays. Returns 409 `invalid_state` if it was sent.',
    },
    rest: { errors: ['not_found', 'version_conflict', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('envelope'), expectedVersion }))
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx: { services, member }, input }) => {
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return toWireGraph(await commit(services, target, member.facts(), unschedule));
  });

/** Emails a reminder to the current signers. */
export const remindSigner = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/remind',
      tags: ['Envelopes'],
      summary: 'Remind the current signers',
      description:
        'Emails every pending participant with the lowest order index, each at most once an hour. Fails with `reminder_window` only if nobody is outside that hour.',
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state', 'reminder_window'],
    },
    agent: { scopes: ['envelopes:send'], rest: false, followsUp: true },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      expectedVersion,
      participantId: createIdSchema('participant').optional().describe('Reminds only this current signer.'),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return await runEnvelopeOnce(ctx, 'remind', input.id, (alongside) =>
      commit(services, target, facts, (graph) => remind(graph, facts, input.participantId), alongside),
    );
  });

/** Replaces a pending participant's link and emails the new one. */
export const resendLink = memberProcedure('send')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/envelopes/{id}/participants/{participantId}/resend-link',
      tags: ['Envelopes'],
      summary: 'Resend a link',
      description:
        "The participant's existing links stop working and a new one is emailed. No response contains it.",
    },
    rest: {
      idempotency: 'current',
      errors: ['not_found', 'version_conflict', 'invalid_state'],
    },
    agent: { scopes: ['envelopes:send'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      participantId: createPathIdSchema('participant'),
      expectedVersion,
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const facts = member.facts();
    const target = {
      organizationId: member.organizationId,
      envelopeId: input.id,
      expectedVersion: input.expectedVersion,
    };
    return await runEnvelopeOnce(ctx, 'resend-link', input.id, (alongside) =>
      commit(services, target, facts, (graph) => decideResend(graph, input.participantId, facts), alongside),
    );
  });

/**
 * Returns the email that asks a recipient of a draft to sign, as it would be sent. Its link leads nowhere.
 */
export const previewRequest = sessionProcedure
  .input(z.strictObject({ id: createPathIdSchema('envelope'), position: z.int().min(0) }))
  .output(z.object({ subject: z.string(), html: z.string() }))
  .query(async ({ ctx: { services, member }, input: { id, position } }) => {
    const { organizationId } = member;
    const [graph, organization] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([readGraph(tx, organizationId, id), readOrganization(tx, organizationId)]),
    );
    const inOrder = sortBySigningOrder(graph?.participants ?? []);
    const participant = inOrder[position];
    if (graph === null || participant === undefined) throw createRefusal('not_found');
    const { senderUserId } = graph.envelope;
    const sender = senderUserId === null ? null : await readUser(services.db.drizzle, senderUserId);
    const senderTimeZone = sender?.timeZone ?? null;
    const about = { graph, organization, branding: buildBranding(services, organization), senderTimeZone };
    const isFirst = participant.orderIndex === inOrder[0]?.orderIndex;
    const template = isFirst ? 'signature-request' : 'your-turn';
    const { subject, html } = requestMail(
      about,
      participant,
      template,
      `${services.config.http.origin}/sign`,
    );
    return { subject, html };
  });

/** Returns when to send and in whose name; null to send now. */
export function toSchedule(sendAt: Timestamp | undefined, scheduledBy: string): Schedule | null {
  return sendAt === undefined ? null : { sendAt, scheduledBy };
}

/** Sends a draft now or schedules it for later. */
export async function sendDraft(
  services: Services,
  target: Target,
  at: Schedule | null,
  facts: Facts,
  alongside?: Alongside,
): Promise<EnvelopeGraph> {
  const sources = await readSendSources(services, target.organizationId, target.envelopeId);
  const decide = (graph: EnvelopeGraph) =>
    at === null ? send(graph, sources, facts) : schedule(graph, at, sources, facts);
  return await commit(services, target, facts, decide, alongside);
}
