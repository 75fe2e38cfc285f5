import { accountChanged } from '#domain/account/security.ts';
import { refusal } from '#domain/errors.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password.ts';
import type { Audit } from '#server/app/context.ts';
import { dropAccountLinks, findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { lockUserByEmail, updateUser, verifyEmail } from '#server/db/accounts/users.ts';
import type { Services } from '#server/app/services.ts';
import { askForLink } from './ask-for-link.ts';
import { clearAccount, endAccess } from './end-access.ts';

/**
 * Has a link mailed that sets a new password, if the address has an account. The answer and the time it takes are the
 * same if it has none: the request is written down either way, and only the job looks.
 */
export async function requestReset(
  services: Services,
  { email }: { email: string },
  audit: Audit,
): Promise<void> {
  await services.rates.login.take(audit.ipAddress ?? 'unknown');
  await services.rates.accountMail.take(`reset ${email.toLowerCase()}`);
  await services.db.drizzle.transaction((tx) => askForLink(services, tx, 'reset', email));
}

/** Whether the link of a mail would still set a password. Looking does not use it: mail scanners look, too. */
export async function resetLinkHolds(services: Services, token: string): Promise<boolean> {
  return (await findAccountLink(services.db.drizzle, 'reset', hashToken(token), services.clock())) !== null;
}

/**
 * Sets a new password by a mailed link. It ends every session of the account and the agents that act for its person. The
 * link is good once, and the others that were mailed end with it. A second factor stays: who can read the mail has proved
 * one thing only. Where nobody had proved the address before, all goes that whoever signed up with it may have left to come
 * back by.
 */
export async function resetPassword(
  services: Services,
  { token, password }: { token: string; password: string },
  audit: Audit,
): Promise<void> {
  await services.rates.login.take(audit.ipAddress ?? 'unknown');
  if (!(await resetLinkHolds(services, token))) throw linkOver();
  const passwordHash = await hashPassword(password);
  await services.db.drizzle.transaction(async (tx) => {
    const now = services.clock();
    const link = await takeAccountLink(tx, 'reset', hashToken(token), now);
    const before = link === null ? null : await lockUserByEmail(tx, link.email);
    if (link === null || before === null) throw linkOver();
    await verifyEmail(tx, link.email, now);
    await updateUser(tx, before.id, { passwordHash });
    await dropAccountLinks(tx, 'reset', link.email);
    await dropAccountLinks(tx, 'verify', link.email);
    await endAccess(tx, services, before, audit);
    const wasProved = (before.emailVerifiedAt ?? null) !== null;
    if (!wasProved && (await clearAccount(tx, services, before, audit)))
      await services.queue.enqueue(tx, [accountChanged(before.id, 'cleared', now)]);
    await services.queue.enqueue(tx, [accountChanged(before.id, 'password_reset', now)]);
  });
}

/** The one answer for a link that never was, has expired or was used. */
export function linkOver() {
  const details = { reason: 'link_invalid' };
  return refusal('unauthorized', details, 'This link has expired or was used already.');
}
