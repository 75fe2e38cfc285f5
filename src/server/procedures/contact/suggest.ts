import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { line } from '#wire/text.ts';
import { suggestContacts } from '#server/db/contacts.ts';
import { within } from '#server/db/transaction.ts';
import { sending } from '#server/trpc/audience.ts';

const contact = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string().nullable(),
  title: z.string().nullable(),
});

/** Suggests whom the organization has sent envelopes to, by the beginning of an address, a name or a last name. */
export const suggestRecipients = sending
  .input(z.strictObject({ beginning: line(LIMITS.filterMaxChars) }))
  .output(z.object({ items: z.array(contact) }))
  .query(async ({ ctx: { world, member }, input }) => {
    const { organizationId } = member;
    const items = await within(world.db, { organizationId }, (tx) =>
      suggestContacts(tx, organizationId, input.beginning, LIMITS.suggestionsMax),
    );
    return { items };
  });
