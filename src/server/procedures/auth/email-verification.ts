import type { Audit } from '#server/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { takeAccountLink } from '#server/db/account-links.ts';
import { verifyEmail } from '#server/db/users.ts';
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

/** Takes the proof of an address: the link that was mailed there. Needs no session, for it may be opened on a phone. */
export async function confirmEmail(
  world: World,
  { token }: { token: string },
  audit: Audit,
): Promise<{ email: string }> {
  await world.rates.login.take(audit.ipAddress ?? 'unknown');
  return await world.db.drizzle.transaction(async (tx) => {
    const now = world.clock();
    const link = await takeAccountLink(tx, 'verify', hashToken(token), now);
    const user = link === null ? null : await verifyEmail(tx, link.email, now);
    if (user === null) throw linkOver();
    return { email: user.email };
  });
}
