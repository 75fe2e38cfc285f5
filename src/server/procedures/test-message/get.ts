import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { testMessage } from '#wire/test-message.ts';
import { readOutboxMail } from '#server/db/mail/outbox-mails.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure, requireTest } from '#server/trpc/audience.ts';
import { toHeader } from './list.ts';

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
