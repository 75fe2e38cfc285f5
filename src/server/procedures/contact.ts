import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createLineSchema } from '#wire/text.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { suggestContacts } from '#server/db/organizations/contacts.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const contact = z.object({
  name: z.string().meta({ examples: [EXAMPLE.name] }),
  email: z.string().meta({ examples: [EXAMPLE.email] }),
  company: z.string().nullable(),
  title: z.string().nullable(),
});

/** Suggests earlier recipients whose address, name or last name begins with the input. */
export const suggestRecipients = memberProcedure('send')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/contacts',
      tags: ['Contacts'],
      summary: 'Find earlier recipients',
      description:
        'Returns the recipients of earlier envelopes whose address, name or last name begins like this.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ beginning: createLineSchema(LIMITS.filterMaxChars) }))
  .output(z.object({ items: z.array(contact) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const items = await listTransaction(services.db, { organizationId }, (tx) =>
      suggestContacts(tx, organizationId, input.beginning, LIMITS.suggestionsMax),
    );
    return { items };
  });
