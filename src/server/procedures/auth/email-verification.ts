import { invalid } from '#domain/errors.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { findUserByEmail, verifyEmail } from '#server/db/accounts/users.ts';
import { provePassword } from '#server/procedures/account/prove-password.ts';
import type { Session } from '#server/surface/principal.ts';
import type { Services } from '#server/app/services.ts';
import { askForLink } from './ask-for-link.ts';
import { linkOver } from './password-reset.ts';

/** Mails the link that proves a person's address once more; nothing where it is proved. */
export async function requestVerification(services: Services, { user }: Session): Promise<void> {
  if (user.emailVerified) return;
  await services.rates.accountMail.take(`verify ${user.email.toLowerCase()}`);
  await services.db.drizzle.transaction((tx) => askForLink(services, tx, 'verify', user.email));
}

/**
 * Takes the proof of an address: the link that was mailed there, from who is logged in to that account, or knows its
 * password. Whoever signed up with somebody else's address must not have it proved by a press of that person's button.
 * `validation_failed` at `/password` where it is needed or not right.
 */
export async function confirmEmail(
  services: Services,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  session: Session | null,
  audit: Audit,
): Promise<{ email: string }> {
  await services.rates.login.take(audit.ipAddress ?? 'unknown');
  const tokenHash = hashToken(token);
  const found = await findAccountLink(services.db.drizzle, 'verify', tokenHash, services.clock());
  const owner = found === null ? null : await findUserByEmail(services.db.drizzle, found.email);
  if (owner === null) throw linkOver();
  if (session?.user.id !== owner.id) {
    if (password === undefined || password === '')
      throw invalid([{ path: '/password', message: 'is needed: the one of the account with this address' }]);
    await provePassword(services, owner.id, password);
  }
  return await services.db.drizzle.transaction(async (tx) => {
    const now = services.clock();
    const link = await takeAccountLink(tx, 'verify', tokenHash, now);
    const user = link === null ? null : await verifyEmail(tx, link.email, now);
    if (user === null) throw linkOver();
    return { email: user.email };
  });
}
