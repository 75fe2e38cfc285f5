import { invalid, refusal } from '#domain/errors.ts';
import type { NewOrganization } from '#wire/organization.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { passwordMatches } from '#server/crypto/password.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { verifyEmail } from '#server/db/accounts/users.ts';
import { checkOrganization, createOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { Services } from '#server/app/services.ts';
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
export async function signUp(services: Services, input: NewOrganization, audit: Audit): Promise<SignedUp> {
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  demandOpen(services);
  const { email, ...signUp } = await checkOrganization(input);
  if (services.config.mail.kind === 'smtp') {
    await services.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
    await services.db.drizzle.transaction((tx) => askForLink(services, tx, 'sign_up', email, signUp));
    return { kind: 'mailed', rate };
  }
  const made = await createOrganization(services, { email, ...signUp }, audit, (tx) =>
    askForLink(services, tx, 'verify', email),
  );
  const session = await services.sessions.start(made.userId, made.organizationId, audit);
  return { kind: 'session', ...session, rate, device: null };
}

/** Whether the link of a mail would still finish a sign-up. Looking does not use it: mail scanners look, too. */
export async function signUpLinkHolds(services: Services, token: string): Promise<boolean> {
  return (await findAccountLink(services.db.drizzle, 'sign_up', hashToken(token), services.clock())) !== null;
}

/**
 * Finishes a sign-up by its mailed link and the password that was chosen then: whoever reads the mail without having signed
 * up makes no account for somebody else. `validation_failed` at `/password` when it is not right, which leaves the link;
 * `invalid_state` when the address got an account in the meantime.
 */
export async function confirmSignUp(
  services: Services,
  { token, password }: { readonly token: string; readonly password: string },
  audit: Audit,
): Promise<Entered> {
  const rate = await services.rates.login.take(audit.ipAddress ?? 'unknown');
  demandOpen(services);
  const tokenHash = hashToken(token);
  const link = await findAccountLink(services.db.drizzle, 'sign_up', tokenHash, services.clock());
  if (link?.signUp == null) throw linkOver();
  await services.rates.account.take(`sign up ${link.id}`);
  if (!(await passwordMatches(link.signUp.passwordHash, password)))
    throw invalid([{ path: '/password', message: 'is not the one that you chose' }]);
  const { email } = link;
  const made = await createOrganization(services, { ...link.signUp, email }, audit, async (tx) => {
    const now = services.clock();
    if ((await takeAccountLink(tx, 'sign_up', tokenHash, now)) === null) throw linkOver();
    await verifyEmail(tx, email, now);
  });
  return { ...(await services.sessions.start(made.userId, made.organizationId, audit)), rate, device: null };
}

function demandOpen({ config }: Services): void {
  if (config.signup === 'closed') throw refusal('forbidden', undefined, 'Sign-up is closed on this server.');
}
