import { invalid, refusal } from '#domain/errors.ts';
import type { NewOrganization } from '#wire/organization.ts';
import type { Audit } from '#server/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { findAccountLink, takeAccountLink } from '#server/db/account-links.ts';
import { verifyEmail } from '#server/db/users.ts';
import { checkOrganization, createOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { World } from '#server/world.ts';
import { askForLink } from './ask-for-link.ts';
import type { Entered } from './enter.ts';
import { linkOver } from './password-reset.ts';

/** A session at once, or a mail that has to be answered first. */
export type SignedUp =
  ({ readonly kind: 'session' } & Entered) | { readonly kind: 'mailed'; readonly rate: RateStatus };

/**
 * Takes what somebody signs up with. Where mails are sent, nothing is made before the address is proved: a link is mailed
 * there, and the answer is the same for an address that has an account, whose owner the mail tells so. Where mails are only
 * kept here, nobody can prove an address: the organization is made and its owner logged in at once, and an address that has
 * an account is `validation_failed`. `forbidden` where the operator closed sign-up.
 */
export async function signUp(world: World, input: NewOrganization, audit: Audit): Promise<SignedUp> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  demandOpen(world);
  const { email, ...signUp } = await checkOrganization(input);
  if (world.config.mail.kind === 'smtp') {
    await world.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
    await world.db.drizzle.transaction((tx) => askForLink(world, tx, 'sign_up', email, signUp));
    return { kind: 'mailed', rate };
  }
  const made = await createOrganization(world, { email, ...signUp }, audit, (tx) =>
    askForLink(world, tx, 'verify', email),
  );
  const session = await world.sessions.start(made.userId, made.organizationId, audit);
  return { kind: 'session', ...session, rate, device: null };
}

/** Whether the link of a mail would still finish a sign-up. Looking does not use it: mail scanners look, too. */
export async function signUpLinkHolds(world: World, token: string): Promise<boolean> {
  return (await findAccountLink(world.db.drizzle, 'sign_up', hashToken(token), world.clock())) !== null;
}

/**
 * Finishes a sign-up by its mailed link and the password that was chosen then: whoever reads the mail without having signed
 * up makes no account for somebody else. `validation_failed` at `/password` when it is not right, which leaves the link;
 * `invalid_state` when the address got an account in the meantime.
 */
export async function confirmSignUp(
  world: World,
  { token, password }: { readonly token: string; readonly password: string },
  audit: Audit,
): Promise<Entered> {
  const rate = await world.rates.login.take(audit.ipAddress ?? 'unknown');
  demandOpen(world);
  const tokenHash = hashToken(token);
  const link = await findAccountLink(world.db.drizzle, 'sign_up', tokenHash, world.clock());
  if (link?.signUp == null) throw linkOver();
  await world.rates.account.take(`sign up ${link.id}`);
  if (!(await passwordMatches(link.signUp.passwordHash, password)))
    throw invalid([{ path: '/password', message: 'is not the one that you chose' }]);
  const { email } = link;
  const made = await createOrganization(world, { ...link.signUp, email }, audit, async (tx) => {
    const now = world.clock();
    if ((await takeAccountLink(tx, 'sign_up', tokenHash, now)) === null) throw linkOver();
    await verifyEmail(tx, email, now);
  });
  return { ...(await world.sessions.start(made.userId, made.organizationId, audit)), rate, device: null };
}

function demandOpen({ config }: World): void {
  if (config.signup === 'closed') throw refusal('forbidden', undefined, 'Sign-up is closed on this server.');
}
