import { z } from 'zod';
import { accountChanged } from '#domain/account/security.ts';
import { done, DONE } from '#wire/account.ts';
import { givenPassword, newPassword } from '#wire/member.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import { dropAccountLinks } from '#server/db/accounts/account-links.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { updateUser } from '#server/db/accounts/users.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';
import { provePassword } from './prove-password.ts';

/** Changes the password. Ends every other session, and links that would set another password. */
export const changePassword = sessionProcedure
  .input(z.strictObject({ password: givenPassword, newPassword }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    const { user } = session;
    await provePassword(services, user.id, input.password);
    const own = [user.name, user.email, session.organization.name];
    const passwordHash = await hashNewPassword(input.newPassword, own, '/newPassword');
    await services.db.drizzle.transaction(async (tx) => {
      await updateUser(tx, user.id, { passwordHash });
      await endSessions(tx, user.id, session.id);
      await endPendingSignIns(tx, user.id);
      await dropAccountLinks(tx, 'reset', user.email);
      await services.queue.enqueue(tx, [accountChanged(user.id, 'password_changed', services.clock())]);
    });
    return DONE;
  });
