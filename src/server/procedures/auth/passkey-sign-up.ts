import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import type { PendingSignUp } from '#domain/account/link.ts';
import { newOrganization } from '#wire/organization.ts';
import { registrationResponse } from '#wire/passkey.ts';
import { accepted, ACCEPTED, linkToken, sessionStarted } from '#wire/session.ts';
import { pathId, createRequiredLineSchema } from '#wire/text.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password/password.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { insertPasskey } from '#server/db/accounts/passkeys.ts';
import { verifyEmail } from '#server/db/accounts/users.ts';
import { createOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { createLinkOverRefusal } from './password-reset.ts';
import {
  createPasskeyRefusal,
  verifyPasskeyRegistration,
  createRegistrationOptions,
} from './register-passkey.ts';
import { requestLink } from './request-link.ts';
import { requireOpenSignUp } from './sign-up.ts';
import { openSession } from './start-session.ts';

const person = newOrganization.omit({ password: true });
const made = {
  /** The user that the passkey was created for. The passkey contains this identifier. */
  userId: pathId,
  passkeyName: createRequiredLineSchema(LIMITS.labelMaxChars),
  response: registrationResponse,
};
const toCreate = z.object({ userId: z.string(), options: z.record(z.string(), z.unknown()) });

/**
 * Starts a sign-up with a passkey instead of a password. If the server sends email, the passkey is only
 * created after the address is verified, by whoever can read its email. That way, nobody else ever has access
 * to the account.
 */
export const beginPasskeySignUp = attemptProcedure
  .input(person)
  .output(z.union([toCreate, accepted]))
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    requireOpenSignUp(services);
    if (services.config.mail.kind !== 'smtp') return await createPasskeyChallenge(ctx, input);
    const { email } = input;
    await services.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
    const signUp = await withoutPassword(input);
    await transaction(services.db, null, (tx) => requestLink(services, tx, 'sign_up', email, { signUp }));
    return ACCEPTED;
  });

/**
 * Signs a person and their organization up with a passkey, on a server where nobody can verify an address.
 */
export const signUpWithPasskey = attemptProcedure
  .input(z.strictObject({ ...person.shape, ...made }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { userId, passkeyName, response, ...input } }) => {
    const { services } = ctx;
    requireOpenSignUp(services);
    if (services.config.mail.kind === 'smtp') throw createLinkOverRefusal();
    const account = { ...(await withoutPassword(input)), email: input.email, userId };
    return await create(ctx, account, { passkeyName, response }, (tx) =>
      requestLink(services, tx, 'verify', input.email),
    );
  });

/** Starts to complete a sign-up with a passkey by its emailed link. */
export const beginPasskeyConfirmation = attemptProcedure
  .input(z.strictObject({ token: linkToken }))
  .output(toCreate)
  .mutation(async ({ ctx, input: { token } }) => {
    requireOpenSignUp(ctx.services);
    const { email, signUp } = await requirePendingSignUp(ctx.services, token);
    return await createPasskeyChallenge(ctx, { email, name: signUp.name });
  });

/** Completes a sign-up by its emailed link and the passkey that was created with it. */
export const confirmPasskeySignUp = attemptProcedure
  .input(z.strictObject({ token: linkToken, ...made }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { token, userId, passkeyName, response } }) => {
    const { services } = ctx;
    requireOpenSignUp(services);
    const { email, signUp } = await requirePendingSignUp(services, token);
    return await create(ctx, { ...signUp, email, userId }, { passkeyName, response }, async (tx) => {
      const now = services.clock();
      if ((await takeAccountLink(tx, 'sign_up', hashToken(token), now)) === null)
        throw createLinkOverRefusal();
      await verifyEmail(tx, email, now);
    });
  });

/** Sets a password that nobody knows, as after signing in by single sign-on. A reset can set a usable one. */
async function withoutPassword({ organization, name }: Omit<z.infer<typeof person>, 'email'>) {
  return { organization, name, passwordHash: await hashPassword(createToken()), withPasskey: true };
}

async function requirePendingSignUp({ db, clock }: Services, token: string) {
  const link = await findAccountLink(db.drizzle, 'sign_up', hashToken(token), clock());
  if (link?.signUp?.withPasskey !== true) throw createLinkOverRefusal();
  return { email: link.email, signUp: link.signUp };
}

/** Creates a challenge for the passkey of a new account. A cookie binds both to the browser that asked. */
async function createPasskeyChallenge(
  { services, cookies }: Context,
  { name, email }: { readonly name: string; readonly email: string },
) {
  const [userId, token] = [services.newId('user'), createToken()];
  const owner = { id: userId, name, email };
  const { options, expiresAt } = await createRegistrationOptions(
    services,
    owner,
    identifyBrowser(token, userId),
  );
  cookies.set('passkey', { token, expiresAt });
  return { userId, options };
}

function identifyBrowser(token: string, userId: string) {
  return { browser: hashToken(`${token}.${userId}`) };
}

async function create(
  ctx: Context,
  account: PendingSignUp & { readonly email: string; readonly userId: string },
  {
    passkeyName: name,
    response,
  }: { readonly passkeyName: string; readonly response: RegistrationResponseJSON },
  alongside: (tx: Transaction) => Promise<void>,
) {
  const { services, cookies, audit } = ctx;
  const { userId } = account;
  const credential = await verifyPasskeyRegistration(
    services,
    identifyBrowser(cookies.get('passkey') ?? '', userId),
    response,
  );
  const created = await createOrganization(services, account, audit, async (tx) => {
    const passkey = { ...credential, userId, name, createdAt: services.clock(), lastUsedAt: null };
    if (!(await insertPasskey(tx, passkey))) throw createPasskeyRefusal();
    await alongside(tx);
  });
  return await openSession(ctx, { ...created, secondFactor: true });
}
