import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  type AssertedPerson,
  getEmailDomain,
  type SignInProblem,
} from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { emailAddress } from '#wire/text.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { isEqualInConstantTime } from '#server/crypto/hmac.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  answerRequest,
  type Attempt,
  insertAttempt,
  isRequestOpen,
  takeAttempt,
  useAssertion,
} from '#server/db/single-sign-on/attempts.ts';
import {
  lockConnection,
  readConnection,
  type StoredConnection,
  updateConnection,
} from '#server/db/single-sign-on/connections.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { ProviderFailure } from '#server/outbound/identity-provider.ts';
import { findHeldLock } from '#server/procedures/auth/sessions.ts';
import {
  type AttemptSecrets,
  buildAnswerUrl,
  deriveAttemptSecrets,
  getProviderAccess,
} from '#server/single-sign-on/attempt.ts';
import { readClaimedPerson } from '#server/single-sign-on/claimed-person.ts';
import { buildSamlSignInUrl, InvalidAnswer, isSaml, readSamlAnswer } from '#server/single-sign-on/saml.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import type { Context } from '#server/trpc/init.ts';
import { completeSignIn, findSignInProblem, SignInRefused } from './complete.ts';

/**
 * Starts a sign-in with the identity provider of an address's organization. Only the domain of the address
 * decides which one that is.
 */
export const startSingleSignOn = attemptProcedure
  .input(
    z.strictObject({
      email: emailAddress,
      /** A path on this server. */
      next: z
        .string()
        .max(LIMITS.returnUrlMaxChars)
        .regex(/^\/(?![/\\])[^\p{Cc}\\]*$/u),
    }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx, input: { email, next } }) => {
    const { db } = ctx.services;
    // Whoever was handed the device could use the owner's session at the provider.
    if ((await findHeldLock(ctx)) !== null) throw createRefusal('forbidden');
    const emailDomain = getEmailDomain(email);
    if (emailDomain === null) throw createUnknownDomainRefusal();
    const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
    if (found === null || found.connectionId === null) throw createUnknownDomainRefusal();
    const { organizationId, connectionId } = found;
    const stored = await transaction(db, { organizationId }, (tx) =>
      readConnection(tx, organizationId, connectionId),
    );
    if (stored === null || !stored.connection.enabled) throw createUnknownDomainRefusal();
    return { url: await beginAttempt(ctx, stored, { purpose: 'sign_in', next }) };
  });

type Caller = Pick<Context, 'services' | 'audit' | 'cookies'>;

/**
 * Starts a sign-in in this browser. Returns the provider's URL. Refuses with `unavailable` if the provider
 * can't be reached.
 */
export async function beginAttempt(
  { services, cookies }: Pick<Context, 'services' | 'cookies'>,
  stored: StoredConnection,
  { purpose, next }: Pick<Attempt, 'purpose' | 'next'>,
): Promise<string> {
  const { id: connectionId, organizationId } = stored.connection;
  const token = createToken();
  const secrets = deriveAttemptSecrets(services.config, connectionId, token);
  const url = await buildProviderUrl(services, stored, secrets);
  const createdAt = services.clock();
  const expiresAt = new Date(createdAt.getTime() + LIMITS.signInLifeMs);
  const { requestId } = secrets;
  const attempt = { id: hashToken(token), organizationId, connectionId, purpose, next, requestId };
  await transaction(services.db, { organizationId }, (tx) =>
    insertAttempt(tx, { ...attempt, createdAt, expiresAt }),
  );
  cookies.set('singleSignOn', { token, expiresAt });
  return url;
}

/**
 * Handles the query with which an OpenID Connect provider sends people back. Returns where the browser goes
 * next.
 */
export async function takeOidcAnswer(ctx: Caller, stored: StoredConnection, query: string): Promise<string> {
  const { services, cookies } = ctx;
  const token = cookies.get('singleSignOn') ?? '';
  const attempt = await takeOwnAttempt(ctx, stored, token);
  const access = getProviderAccess(services.config, stored);
  if (attempt === null || access === null) return buildProblemPath('expired');
  if (new URLSearchParams(query).has('error')) return buildReturnPath(attempt, 'canceled');
  const secrets = deriveAttemptSecrets(services.config, stored.connection.id, token);
  const { settings } = stored.connection;
  const trustEmail = settings.kind === 'oidc' && settings.trustEmail;
  const claims = await services.identityProviders.signedIn(access, secrets, query).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    logProblem(ctx, stored, error.message);
    return 'provider_failed' as const;
  });
  if (claims === null || claims === 'provider_failed') return buildReturnPath(attempt, claims ?? 'invalid');
  return await finish(ctx, stored, attempt, readClaimedPerson(claims, trustEmail));
}

/**
 * Handles what a SAML provider has a browser post. The post comes from another site, so no cookie tells whose
 * it is. The person is stored, and only this browser gets the token to finish with. Returns where the browser
 * goes next.
 */
export async function takeSamlAnswer(
  ctx: Caller,
  stored: StoredConnection,
  response: string,
): Promise<string> {
  const { services } = ctx;
  const { connection } = stored;
  if (!isSaml(connection)) return buildProblemPath('invalid');
  const { organizationId, id: connectionId } = connection;
  const place = { organizationId, connectionId };
  const now = services.clock();
  const runInTransaction = <T>(run: Parameters<typeof transaction<T>>[2]) =>
    transaction(services.db, { organizationId }, run);
  try {
    const answerUrl = buildAnswerUrl(services.config, connectionId);
    const { requestId, assertionHash, person } = await readSamlAnswer(connection, answerUrl, response, (id) =>
      runInTransaction((tx) => isRequestOpen(tx, place, id, now)),
    );
    if (typeof person === 'string') return buildProblemPath(person);
    const token = createToken();
    const kept = { person, answerHash: hashToken(token) };
    await runInTransaction(async (tx) => {
      const until = new Date(now.getTime() + LIMITS.usedAssertionsKeptMs);
      if (!(await useAssertion(tx, place, assertionHash, until)))
        throw new InvalidAnswer('the assertion was used before');
      if (!(await answerRequest(tx, place, requestId, kept)))
        throw new InvalidAnswer('the request was answered before');
    });
    return `/sso/${connectionId}/finish?answer=${token}`;
  } catch (error) {
    if (!(error instanceof InvalidAnswer)) throw error;
    logProblem(ctx, stored, error.message);
    return buildProblemPath('invalid');
  }
}

/**
 * Finishes a SAML sign-in in the browser that started it and posted the answer. Returns where the browser
 * goes next.
 */
export async function finishSamlAnswer(
  ctx: Caller,
  stored: StoredConnection,
  answer: string,
): Promise<string> {
  const attempt = await takeOwnAttempt(ctx, stored, ctx.cookies.get('singleSignOn') ?? '');
  if (attempt === null || attempt.person === null) return buildProblemPath('expired');
  const [given, kept] = [Buffer.from(hashToken(answer)), Buffer.from(attempt.answerHash ?? '')];
  if (!isEqualInConstantTime(given, kept)) return buildProblemPath('invalid');
  return await finish(ctx, stored, attempt, attempt.person);
}

function createUnknownDomainRefusal() {
  return createInvalidRefusal([{ path: '/email', message: "isn't set up for single sign-on" }]);
}

async function buildProviderUrl(
  services: Context['services'],
  stored: StoredConnection,
  secrets: AttemptSecrets,
): Promise<string> {
  const { connection } = stored;
  if (isSaml(connection)) return await buildSamlSignInUrl(connection, secrets.redirectUri, secrets.requestId);
  const access = getProviderAccess(services.config, stored);
  if (access === null) throw new Error(`the connection ${connection.id} has no secret`);
  try {
    return await services.identityProviders.signInUrl(access, secrets);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { id, organizationId } = connection;
    services.log.warn({ connection: id, organizationId, reason: error.message }, 'identity provider failed');
    throw createRefusal(
      'unavailable',
      { reason: 'provider_failed' },
      REFUSAL_MESSAGES.identity_provider_failed,
    );
  }
}

/** Takes this browser's attempt, which can be used only once, whatever comes of it. */
async function takeOwnAttempt(
  { services, cookies }: Caller,
  { connection }: StoredConnection,
  token: string,
): Promise<Attempt | null> {
  if (token === '') return null;
  const { organizationId, id: connectionId } = connection;
  cookies.clear('singleSignOn');
  return await transaction(services.db, { organizationId }, (tx) =>
    takeAttempt(tx, { organizationId, connectionId }, hashToken(token), services.clock()),
  );
}

async function finish(
  ctx: Caller,
  { connection }: StoredConnection,
  attempt: Attempt,
  person: AssertedPerson | SignInProblem,
): Promise<string> {
  if (typeof person === 'string') return buildReturnPath(attempt, person);
  if (attempt.purpose === 'test') {
    const problem = await findSignInProblem(ctx, connection, person);
    if (problem === null) await recordTest(ctx, connection);
    return buildReturnPath(attempt, problem);
  }
  if (!connection.enabled || (await findHeldLock(ctx)) !== null) return buildReturnPath(attempt, 'expired');
  try {
    await completeSignIn(ctx, connection, person);
    return buildReturnPath(attempt, null);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    return buildReturnPath(attempt, error.problem);
  }
}

/** Records a passed test, unless the settings have changed since: the new settings are untested. */
async function recordTest(
  { services }: Caller,
  { organizationId, id, updatedAt }: StoredConnection['connection'],
): Promise<void> {
  await transaction(services.db, { organizationId }, async (tx) => {
    const stored = await lockConnection(tx, organizationId, id);
    if (stored === null || stored.connection.updatedAt !== updatedAt) return;
    const testedAt = services.clock().toISOString();
    await updateConnection(tx, { ...stored, connection: { ...stored.connection, testedAt } });
  });
}

function buildReturnPath(
  { purpose, next, connectionId }: Pick<Attempt, 'purpose' | 'next' | 'connectionId'>,
  problem: SignInProblem | null,
): string {
  if (purpose === 'test') {
    const query = new URLSearchParams({ tested: connectionId, ...(problem === null ? {} : { problem }) });
    return `${next}?${query.toString()}`;
  }
  return problem === null ? next : buildProblemPath(problem);
}

function buildProblemPath(problem: SignInProblem): string {
  return `/login/single-sign-on?problem=${problem}`;
}

function logProblem({ services }: Caller, { connection }: StoredConnection, reason: string): void {
  const { id, organizationId } = connection;
  services.log.warn({ connection: id, organizationId, reason }, 'single sign-on refused');
}
