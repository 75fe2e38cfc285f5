import { z } from 'zod';
import { sortBySigningOrder } from '#domain/envelope/draft.ts';
import type { Facts } from '#domain/envelope/facts.ts';
import { remind } from '#domain/envelope/remind.ts';
import { resendLink as decideResend } from '#domain/envelope/links.ts';
import { schedule, send, unschedule } from '#domain/envelope/send.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { moment } from '#wire/text.ts';
import type { Decide } from '#server/commit.ts';
import { readUser } from '#server/db/accounts/users.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readGraph } from '#server/db/envelopes/envelopes.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { collectSendSources } from '#server/envelopes/send-sources.ts';
import { requestMail } from '#server/envelopes/request-mail.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';
import { ADDRESSED, createEnvelopeCommand, type Target } from './command.ts';

/** Locks a draft and emails its first signers, now or later. */
export const sendEnvelope = createEnvelopeCommand({
  idempotency: 'send',
  method: 'POST',
  path: '/api/v1/envelopes/{id}/send',
  summary: 'Send an envelope',
  description:
    'Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a draft until then.',
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject({
    ...ADDRESSED,
    sendAt: moment.optional().describe('Must be in the future. Default: now.'),
  }),
  decide: ({ services, target, input, member, facts }) =>
    prepareSend(services, target, { sendAt: input.sendAt, scheduledBy: member.sender.userId }, facts),
});

/** Cancels the scheduled sending of a draft. Refuses with `invalid_state` if it has already been sent. */
export const unscheduleEnvelope = createEnvelopeCommand({
  method: 'POST',
  path: '/api/v1/envelopes/{id}/unschedule',
  summary: 'Cancel the scheduled sending',
  description: 'The draft stays. Returns 409 `invalid_state` if it was sent.',
  input: z.strictObject(ADDRESSED),
  decide: () => unschedule,
});

/** Emails a reminder to the current signers. */
export const remindSigner = createEnvelopeCommand({
  idempotency: 'remind',
  method: 'POST',
  path: '/api/v1/envelopes/{id}/remind',
  summary: 'Remind the current signers',
  description:
    'Emails every pending participant with the lowest order index, each at most once an hour. Fails with `reminder_window` only if nobody is outside that hour.',
  errors: ['reminder_window'],
  agent: { scopes: ['envelopes:send'], rest: false, followsUp: true },
  input: z.strictObject({
    ...ADDRESSED,
    participantId: createIdSchema('participant').optional().describe('Reminds only this current signer.'),
  }),
  decide: ({ input: { participantId }, facts }) => {
    return (graph) => remind(graph, facts, participantId);
  },
});

/** Replaces a pending participant's link and emails the new one. */
export const resendLink = createEnvelopeCommand({
  idempotency: 'resend-link',
  method: 'POST',
  path: '/api/v1/envelopes/{id}/participants/{participantId}/resend-link',
  summary: 'Resend a link',
  description:
    "The participant's existing links stop working and a new one is emailed. No response contains it.",
  agent: { scopes: ['envelopes:send'], rest: false },
  input: z.strictObject({ ...ADDRESSED, participantId: createPathIdSchema('participant') }),
  decide: ({ input: { participantId }, facts }) => {
    return (graph) => decideResend(graph, participantId, facts);
  },
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

/** Prepares the sending of a draft: at once, or at `sendAt` in the name of `scheduledBy`. */
export async function prepareSend(
  services: Services,
  { organizationId, envelopeId }: Target,
  { sendAt, scheduledBy }: { readonly sendAt: Timestamp | undefined; readonly scheduledBy: string },
  facts: Facts,
): Promise<Decide> {
  // The version that the client expects can't change in between.
  const sources = await collectSendSources(services, organizationId, envelopeId);
  return (graph) =>
    sendAt === undefined
      ? send(graph, sources, facts)
      : schedule(graph, { sendAt, scheduledBy }, sources, facts);
}
