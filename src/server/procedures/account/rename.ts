import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { done, DONE } from '#wire/account.ts';
import { requiredLine } from '#wire/text.ts';
import { updateUser } from '#server/db/users.ts';
import { attending } from '#server/trpc/audience.ts';

/** Changes a person's name: what is sent from now on carries the new one. */
export const renameAccount = attending
  .input(z.strictObject({ name: requiredLine(LIMITS.nameMaxChars) }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input: { name } }) => {
    await updateUser(world.db.drizzle, session.user.id, { name });
    return DONE;
  });
