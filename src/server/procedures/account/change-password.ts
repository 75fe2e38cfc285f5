import { z } from 'zod';
import { accountChanged } from '#domain/account/security.ts';
import { done, DONE } from '#wire/account.ts';
import { givenPassword, newPassword } from '#wire/member.ts';
import { hashPassword } from '#server/crypto/password.ts';
import { dropAccountLinks } from '#server/db/account-links.ts';
import { endHalfSessions } from '#server/db/half-sessions.ts';
import { endSessions } from '#server/db/sessions.ts';
import { updateUser } from '#server/db/users.ts';
import { attending } from '#server/trpc/audience.ts';
import { provePassword } from './prove-password.ts';

/** Changes the password. Every other session ends, and so do links that would set another one. */
export const changePassword = attending
  .input(z.strictObject({ password: givenPassword, newPassword }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input }) => {
    const { user } = session;
    await provePassword(world, user.id, input.password);
    const passwordHash = await hashPassword(input.newPassword);
    await world.db.drizzle.transaction(async (tx) => {
      await updateUser(tx, user.id, { passwordHash });
      await endSessions(tx, user.id, session.id);
      await endHalfSessions(tx, user.id);
      await dropAccountLinks(tx, 'reset', user.email);
      await world.queue.enqueue(tx, [accountChanged(user.id, 'password_changed', world.clock())]);
    });
    return DONE;
  });
