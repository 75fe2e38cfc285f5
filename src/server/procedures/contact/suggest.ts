import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { line } from '#wire/text.ts';
import { suggestContacts } from '#server/db/organizations/contacts.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const contact = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  title: z.string().nullable(),
});

/** Suggests earlier recipients by the beginning of an address, a name or a last name. */
export const suggestRecipients = memberProcedure('send')
  .input(z.strictObject({ beginning: line(LIMITS.filterMaxChars) }))
  .output(z.object({ items: z.array(contact) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const items = await transaction(services.db, { organizationId }, (tx) =>
      suggestContacts(tx, organizationId, input.beginning, LIMITS.suggestionsMax),
    );
    return { items };
  });
