import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { nextCursor, pageQuery } from '#wire/pagination.ts';
import { testMessageHeader } from '#wire/test-message.ts';
import { listOutboxMails, type OutboxHeader } from '#server/db/mail/outbox-mails.ts';
import { transaction } from '#server/db/client/transaction.ts';
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
    }),
  )
  .output(z.object({ items: z.array(testMessageHeader), nextCursor }))
  .query(async ({ ctx: { services, member }, input }) => {
    requireTest(member);
    const { organizationId } = member;
    const { cursor = null, limit = LIMITS.listLimitDefault, to = null } = input;
    const rows = await transaction(services.db, { organizationId }, (tx) =>
      listOutboxMails(tx, organizationId, { reader: null, to, after: cursor, limit: limit + 1 }),
    );
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toHeader),
      nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });

/** Converts a message for the API. */
export function toHeader({ id, isSms, recipient, subject, createdAt }: OutboxHeader) {
  const kind = isSms ? ('sms' as const) : ('email' as const);
  return { id, kind, to: recipient, subject, createdAt: createdAt.toISOString() };
}
