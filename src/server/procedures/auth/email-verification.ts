import { invalid } from '#domain/errors.ts';
import type { Audit } from '#server/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { findAccountLink, takeAccountLink } from '#server/db/account-links.ts';
import { findUserByEmail, verifyEmail } from '#server/db/users.ts';
import { provePassword } from '#server/procedures/account/prove-password.ts';
import type { Session } from '#server/surface/principal.ts';
import type { World } from '#server/world.ts';
import { askForLink } from './ask-for-link.ts';
import { linkOver } from './password-reset.ts';

/** Mails the link that proves a person's address once more; nothing where it is proved. */
export async function requestVerification(world: World, { user }: Session): Promise<void> {
  if (user.emailVerified) return;
  await world.rates.accountMail.take(`verify ${user.email.toLowerCase()}`);
  await world.db.drizzle.transaction((tx) => askForLink(world, tx, 'verify', user.email));
}

/**
 * Takes the proof of an address: the link that was mailed there, from who is logged in to that account, or knows its
 * password. Whoever signed up with somebody else's address must not have it proved by a press of that person's button.
 * `validation_failed` at `/password` where it is needed or not right.
 */
export async function confirmEmail(
  world: World,
  { token, password }: { readonly token: string; readonly password?: string | undefined },
  session: Session | null,
  audit: Audit,
): Promise<{ email: string }> {
  await world.rates.login.take(audit.ipAddress ?? 'unknown');
  const tokenHash = hashToken(token);
  const found = await findAccountLink(world.db.drizzle, 'verify', tokenHash, world.clock());
  const owner = found === null ? null : await findUserByEmail(world.db.drizzle, found.email);
  if (owner === null) throw linkOver();
  if (session?.user.id !== owner.id) {
    if (password === undefined || password === '')
      throw invalid([{ path: '/password', message: 'is needed: the one of the account with this address' }]);
    await provePassword(world, owner.id, password);
  }
  return await world.db.drizzle.transaction(async (tx) => {
    const now = world.clock();
    const link = await takeAccountLink(tx, 'verify', tokenHash, now);
    const user = link === null ? null : await verifyEmail(tx, link.email, now);
    if (user === null) throw linkOver();
    return { email: user.email };
  });
}
