import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { updateUser } from '#server/db/accounts/users.ts';
import { accountProcedure } from '#server/trpc/audience.ts';

/** Changes a person's name. The new name appears on what they send from now on. */
export const renameAccount = accountProcedure
  .input(z.strictObject({ name: createRequiredLineSchema(LIMITS.nameMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { name } }) => {
    await updateUser(services.db.drizzle, session.user.id, { name });
    return DONE;
  });
