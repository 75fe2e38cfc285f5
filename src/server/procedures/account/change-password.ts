import { requestAccountChangeEmail } from '#domain/account/security.ts';
import { done, DONE, proof } from '#wire/account.ts';
import { newPassword } from '#wire/member.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import { dropAccountLinks } from '#server/db/accounts/account-links.ts';
import { endPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { endSessions } from '#server/db/accounts/sessions.ts';
import { updateUser } from '#server/db/accounts/users.ts';
import { accountProcedure } from '#server/trpc/audience.ts';
import { endAgents } from '#server/procedures/auth/end-access.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { proveIdentity } from './prove-identity.ts';

/**
 * Changes the password. Ends every other session, the agents' access, and links that could set another
 * password.
 */
export const changePassword = accountProcedure
  .input(proof.extend({ newPassword }))
  .output(done)
  .mutation(async ({ ctx: { services, session, audit }, input }) => {
    const { user } = session;
    await proveIdentity(services, user.id, input);
    const own = [user.name, user.email, session.organization.name];
    const passwordHash = await hashNewPassword(input.newPassword, own, '/newPassword');
    await transaction(services.db, null, async (tx) => {
      await updateUser(tx, user.id, { passwordHash });
      await endAgents(tx, services, user, audit);
      await endSessions(tx, user.id, session.id);
      await endPendingSignIns(tx, user.id);
      await dropAccountLinks(tx, 'reset', user.email);
      await services.queue.enqueue(tx, [
        requestAccountChangeEmail(user.id, 'password_changed', services.clock()),
      ]);
    });
    return DONE;
  });
