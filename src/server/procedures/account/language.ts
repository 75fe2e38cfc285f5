import { z } from 'zod';
import { LANGUAGES } from '#domain/language.ts';
import { done, DONE } from '#wire/account.ts';
import { updateUser } from '#server/db/accounts/users.ts';
import { accountProcedure } from '#server/trpc/audience.ts';

/** Sets the language of a person's pages; null uses their browser's language. */
export const setAccountLanguage = accountProcedure
  .input(z.strictObject({ language: z.enum(LANGUAGES).nullable() }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { language } }) => {
    await updateUser(services.db.drizzle, session.user.id, { locale: language });
    return DONE;
  });
