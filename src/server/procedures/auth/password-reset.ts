import { accountChanged } from '#domain/account/security.ts';
import { refusal } from '#domain/errors.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { Audit } from '#server/context.ts';
import { accountLinkHolds, dropAccountLinks, takeAccountLink } from '#server/db/account-links.ts';
import { endHalfSessions } from '#server/db/half-sessions.ts';
import { deletePasskeys } from '#server/db/passkeys.ts';
import { endSessions } from '#server/db/sessions.ts';
import { findUserByEmail, updateUser, verifyEmail } from '#server/db/users.ts';
import type { World } from '#server/world.ts';
import { askForLink } from './ask-for-link.ts';

/**
 * Has a link mailed that sets a new password, if the address has an account. The answer and the time it takes are the
 * same if it has none: the request is written down either way, and only the job looks.
 */
export async function requestReset(world: World, { email }: { email: string }, audit: Audit): Promise<void> {
  await world.rates.login.take(audit.ipAddress ?? 'unknown');
  await world.rates.accountMail.take(`reset ${email.toLowerCase()}`);
  await world.db.drizzle.transaction((tx) => askForLink(world, tx, 'reset', email));
}

/** Whether the link of a mail would still set a password. Looking does not use it: mail scanners look, too. */
export async function resetLinkHolds(world: World, token: string): Promise<boolean> {
  return await accountLinkHolds(world.db.drizzle, 'reset', hashToken(token), world.clock());
}

/**
 * Sets a new password by a mailed link and ends every session of the account, also half ones. The link is good once, and
 * the others that were mailed end with it. A second factor stays: who can read the mail has proved one thing only. Passkeys
 * go where nobody had proved the address before: whoever signed up with it may have left one that logs them in for good.
 */
export async function resetPassword(
  world: World,
  { token, password }: { token: string; password: string },
  audit: Audit,
): Promise<void> {
  await world.rates.login.take(audit.ipAddress ?? 'unknown');
  if (!(await resetLinkHolds(world, token))) throw linkOver();
  const passwordHash = await hashPassword(password);
  await world.db.drizzle.transaction(async (tx) => {
    const now = world.clock();
    const link = await takeAccountLink(tx, 'reset', hashToken(token), now);
    const before = link === null ? null : await findUserByEmail(tx, link.email);
    const user = link === null ? null : await verifyEmail(tx, link.email, now);
    if (link === null || user === null) throw linkOver();
    await updateUser(tx, user.id, { passwordHash });
    const wasProved = (before?.emailVerifiedAt ?? null) !== null;
    if (!wasProved && (await deletePasskeys(tx, user.id)))
      await world.queue.enqueue(tx, [accountChanged(user.id, 'passkey_removed', now)]);
    await dropAccountLinks(tx, 'reset', link.email);
    await endSessions(tx, user.id, null);
    await endHalfSessions(tx, user.id);
    await world.queue.enqueue(tx, [accountChanged(user.id, 'password_reset', now)]);
  });
}

/** The one answer for a link that never was, has expired or was used. */
export function linkOver() {
  const details = { reason: 'link_invalid' };
  return refusal('unauthorized', details, 'This link has expired or was used already.');
}
