import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { testMessage, testMessageHeader } from '#wire/test-message.ts';
import { timestamp } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listOutboxMails, type OutboxHeader, readOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { memberProcedure, requireTest } from '#server/trpc/audience.ts';

/**
 * Lists the messages that a test environment sent. They contain signing links, so reading them requires the
 * right to send.
 */
export const listTestMessages = memberProcedure('send')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/test-inbox',
      tags: ['Test mode'],
      summary: 'List the messages of test mode',
      description:
        'Emails and text messages of the test environment, newest first, also those that were sent to members, kept for 30 days. Live keys get 404.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(
    z.strictObject({
      ...pageQuery,
      to: z
        .string()
        .min(1)
        .max(LIMITS.emailMaxChars)
        .optional()
        .describe('Only messages to this email address or phone number.'),
      envelopeId: createIdSchema('envelope').optional().describe('Only messages about this envelope.'),
      since: timestamp.optional().describe('Only messages from this time on.'),
    }),
  )
  .output(z.object({ items: z.array(testMessageHeader), nextCursor }))
  .query(async ({ ctx: { services, member }, input }) => {
    requireTest(member);
    const { organizationId } = member;
    const { cursor = null, limit = LIMITS.listLimitDefault, to = null, envelopeId = null, since } = input;
    const rows = await transaction(services.db, { organizationId }, (tx) =>
      listOutboxMails(tx, organizationId, {
        ...{ reader: null, to, envelopeId, since: since === undefined ? null : new Date(since) },
        ...{ after: cursor, limit: limit + 1 },
      }),
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toHeader),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

/** Returns a message that a test environment sent. */
export const getTestMessage = memberProcedure('send')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/test-inbox/{id}',
      tags: ['Test mode'],
      summary: 'Get a message of test mode',
      description: 'Returns an email or text message as its recipient would get it, signing link included.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('mail') }))
  .output(testMessage)
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    requireTest(member);
    const { organizationId } = member;
    const found = await transaction(services.db, { organizationId }, (tx) =>
      readOutboxMail(tx, organizationId, { id, reader: null }),
    );
    if (found === null) throw createRefusal('not_found');
    const { sender: from, replyTo, html, text } = found;
    return { ...toHeader({ ...found, isSms: html === '' }), from, replyTo, html, text };
  });

/** Converts a message for the API. */
function toHeader({ id, isSms, recipient, envelopeId, subject, createdAt }: OutboxHeader) {
  const kind = isSms ? ('sms' as const) : ('email' as const);
  return { id, kind, to: recipient, envelopeId, subject, createdAt: createdAt.toISOString() };
}
