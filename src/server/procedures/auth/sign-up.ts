import { z } from 'zod';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PendingSignUp } from '#domain/account/link.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { givenPassword } from '#wire/member.ts';
import { newOrganization } from '#wire/organization.ts';
import { registrationResponse } from '#wire/passkey.ts';
import { ACCEPTED, accepted, linkToken, sessionStarted, validSignUp } from '#wire/session.ts';
import { createRequiredLineSchema, pathId } from '#wire/text.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { hashPassword, verifyPassword } from '#server/crypto/password/password.ts';
import { findAccountLink, takeAccountLink } from '#server/db/accounts/account-links.ts';
import { insertPasskey } from '#server/db/accounts/passkeys.ts';
import { verifyEmail } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { checkOrganization, createOrganization } from '#server/procedures/organization/bootstrap.ts';
import { admitSignUp, claimAsFirst } from '#server/organizations/first-account.ts';
import type { Services } from '#server/runtime/services.ts';
import { attemptProcedure, visitorProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { createPasskeyRefusal, createRegistrationOptions, verifyPasskeyRegistration } from './passkeys.ts';
import { createLinkOverRefusal, requestLink } from './mailed-links.ts';
import { openSession } from './sessions.ts';

const code = z
  .string()
  .max(LIMITS.labelMaxChars)
  .optional()
  .describe(
    'The code that the server prints while it has no account. The first account administers the instance.',
  )
  .meta({ examples: ['7K2M-9QXT-B4HD'] });

/**
 * Signs a person and their organization up. If the server sends email, nothing is created until the address
 * is verified: a link is sent there. The response is the same for an address that already has an account; the
 * email then tells its owner. If the server only keeps email, nobody can verify an address, so the
 * organization is created and its owner is signed in right away. So is the first account, whose owner has shown
 * the code that only the server's console has.
 */
export const signUp = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up',
      tags: ['Sessions'],
      summary: 'Sign up',
      description:
        'Creates an organization and its owner. If the server sends email, returns 202 and emails a link first; otherwise, and for the first account, returns 201 and sets the session cookie.',
    },
    rest: {
      success: 201,
      otherSuccess: { status: 202, applies: (answer) => answer !== undefined && 'status' in answer },
      errors: ['forbidden'],
    },
  })
  .input(newOrganization.extend({ code }))
  .output(z.union([sessionStarted, accepted]))
  .mutation(async ({ ctx, input: { code, ...input } }) => {
    const { services, audit } = ctx;
    const isFirst = await admitSignUp(services, input.email, code);
    const { email, ...pending } = await checkOrganization(input);
    if (services.config.mail.kind === 'smtp' && !isFirst) {
      await services.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
      await transaction(services.db, null, (tx) =>
        requestLink(services, tx, 'sign_up', email, { signUp: pending }),
      );
      return ACCEPTED;
    }
    const userId = services.newId('user');
    const made = await createOrganization(services, { email, userId, ...pending }, audit, (tx) =>
      isFirst ? claimAsFirst(services, tx, { userId, email }) : requestLink(services, tx, 'verify', email),
    );
    return await openSession(ctx, { ...made, secondFactor: false }, 'sign_up');
  });

/**
 * Tells whether an emailed link can still complete a sign-up. Checking doesn't use it up, because mail
 * scanners open links too.
 */
export const checkSignUpLink = visitorProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up/check',
      tags: ['Sessions'],
      summary: 'Check a sign-up link',
      description: "Says whether the link still works. Checking doesn't use it up.",
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ token: linkToken }))
  .output(validSignUp)
  .mutation(async ({ ctx: { services }, input: { token } }) => {
    const link = await findAccountLink(services.db.drizzle, 'sign_up', hashToken(token), services.clock());
    return { valid: link !== null, withPasskey: link?.signUp?.withPasskey === true };
  });

/**
 * Completes a sign-up by its emailed link and the password chosen when signing up. The password keeps someone
 * who reads the email but never signed up from creating an account for a stranger. A wrong password leaves
 * the link usable.
 */
export const confirmSignUp = attemptProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/auth/sign-up/confirm',
      tags: ['Sessions'],
      summary: 'Complete a sign-up',
      description:
        'Takes the token of the emailed link and the password chosen at sign-up, and sets the session cookie.',
    },
    rest: { success: 201, errors: ['unauthorized', 'forbidden'] },
  })
  .input(z.strictObject({ token: linkToken, password: givenPassword }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { token, password } }) => {
    const { services, audit } = ctx;
    const tokenHash = hashToken(token);
    const link = await findAccountLink(services.db.drizzle, 'sign_up', tokenHash, services.clock());
    if (link?.signUp == null) throw createLinkOverRefusal();
    await admitSignUp(services, link.email);
    await services.rates.account.take(`sign up ${link.id}`);
    if (!(await verifyPassword(link.signUp.passwordHash, password)))
      throw createInvalidRefusal([{ path: '/password', message: "doesn't match the one you chose" }]);
    const { email } = link;
    const made = await createOrganization(services, { ...link.signUp, email }, audit, async (tx) => {
      const now = services.clock();
      if ((await takeAccountLink(tx, 'sign_up', tokenHash, now)) === null) throw createLinkOverRefusal();
      await verifyEmail(tx, email, now);
    });
    return await openSession(ctx, { ...made, secondFactor: false }, 'sign_up');
  });

const person = newOrganization.omit({ password: true }).extend({ code });

const made = {
  /** The user that the passkey was created for. The passkey contains this identifier. */
  userId: pathId,
  passkeyName: createRequiredLineSchema(LIMITS.labelMaxChars),
  response: registrationResponse,
};

const toCreate = z.object({ userId: z.string(), options: z.record(z.string(), z.unknown()) });

/**
 * Starts a sign-up with a passkey instead of a password. If the server sends email, the passkey is only
 * created after the address is verified, by the person who can read its email. That way, nobody else ever has
 * access to the account.
 */
export const beginPasskeySignUp = attemptProcedure
  .input(person)
  .output(z.union([toCreate, accepted]))
  .mutation(async ({ ctx, input }) => {
    const { services } = ctx;
    const { email } = input;
    const isFirst = await admitSignUp(services, email, input.code);
    if (services.config.mail.kind !== 'smtp' || isFirst) return await createPasskeyChallenge(ctx, input);
    await services.rates.accountMail.take(`sign up ${email.toLowerCase()}`);
    const signUp = await withoutPassword(input);
    await transaction(services.db, null, (tx) => requestLink(services, tx, 'sign_up', email, { signUp }));
    return ACCEPTED;
  });

/**
 * Signs a person and their organization up with a passkey, on a server where nobody can verify an address, or as
 * its first account.
 */
export const signUpWithPasskey = attemptProcedure
  .input(z.strictObject({ ...person.shape, ...made }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { userId, passkeyName, response, ...input } }) => {
    const { services } = ctx;
    const { email } = input;
    const isFirst = await admitSignUp(services, email, input.code);
    if (services.config.mail.kind === 'smtp' && !isFirst) throw createLinkOverRefusal();
    const account = { ...(await withoutPassword(input)), email, userId };
    return await create(ctx, account, { passkeyName, response }, (tx) =>
      isFirst ? claimAsFirst(services, tx, { userId, email }) : requestLink(services, tx, 'verify', email),
    );
  });

/** Starts to complete a sign-up with a passkey by its emailed link. */
export const beginPasskeyConfirmation = attemptProcedure
  .input(z.strictObject({ token: linkToken }))
  .output(toCreate)
  .mutation(async ({ ctx, input: { token } }) => {
    const { email, signUp } = await requirePendingSignUp(ctx.services, token);
    return await createPasskeyChallenge(ctx, { email, name: signUp.name });
  });

/** Completes a sign-up by its emailed link and the passkey that was created with it. */
export const confirmPasskeySignUp = attemptProcedure
  .input(z.strictObject({ token: linkToken, ...made }))
  .output(sessionStarted)
  .mutation(async ({ ctx, input: { token, userId, passkeyName, response } }) => {
    const { services } = ctx;
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

async function requirePendingSignUp(services: Services, token: string) {
  const { db, clock } = services;
  const link = await findAccountLink(db.drizzle, 'sign_up', hashToken(token), clock());
  if (link?.signUp?.withPasskey !== true) throw createLinkOverRefusal();
  await admitSignUp(services, link.email);
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
  return await openSession(ctx, { ...created, secondFactor: true }, 'sign_up');
}
