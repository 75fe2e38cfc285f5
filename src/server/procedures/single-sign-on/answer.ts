import { LIMITS } from '#domain/limits.ts';
import type { AssertedPerson, SignInProblem } from '#domain/organization/identity/single-sign-on.ts';
import { toPrintable } from '#domain/text.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { isEqualInConstantTime } from '#server/crypto/hmac.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  answerRequest,
  type Attempt,
  findPurpose,
  isRequestOpen,
  takeAttempt,
  useAssertion,
} from '#server/db/single-sign-on/attempts.ts';
import {
  lockConnection,
  type StoredConnection,
  updateConnection,
} from '#server/db/single-sign-on/connections.ts';
import { ProviderFailure } from '#server/outbound/identity-provider.ts';
import { getNetwork } from '#server/rates/rate-limit.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import { findHeldLock } from '#server/procedures/auth/sessions.ts';
import { buildAnswerUrl, deriveAttemptSecrets, getProviderAccess } from '#server/single-sign-on/attempt.ts';
import { readClaimedPerson } from '#server/single-sign-on/claimed-person.ts';
import { InvalidAnswer, isSaml, peekRequestId, readSamlAnswer } from '#server/single-sign-on/saml.ts';
import type { Context } from '#server/trpc/init.ts';
import { completeSignIn, findSignInProblem, SignInRefused } from './complete.ts';

type Caller = Pick<Context, 'services' | 'audit' | 'cookies'>;

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
  const refused = new URLSearchParams(query);
  if (refused.has('error')) {
    const said = [refused.get('error'), refused.get('error_description')].filter(Boolean).join(': ');
    const reason = `the provider answered with ${said}`;
    // The person who started the attempt can write anything into the query.
    await recordProblem(ctx, stored, attempt.purpose, { reason, audited: 'canceled' });
    return buildReturnPath(attempt, 'canceled');
  }
  const secrets = deriveAttemptSecrets(services.config, stored.connection.id, token);
  const { settings } = stored.connection;
  const trustEmail = settings.kind === 'oidc' && settings.trustEmail;
  const claims = await services.identityProviders.signedIn(access, secrets, query).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    return error;
  });
  if (claims === null || claims instanceof ProviderFailure) {
    const reason = claims?.message ?? 'the code, the state or the nonce is not the one of this sign-in';
    await recordProblem(ctx, stored, attempt.purpose, { reason });
    return buildReturnPath(attempt, claims === null ? 'invalid' : 'provider_failed');
  }
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
    if (typeof person === 'string')
      return await answerProblem(ctx, stored, { requestId, problem: person, reason: person });
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
    const requestId = peekRequestId(response);
    return await answerProblem(ctx, stored, { requestId, problem: 'invalid', reason: error.message });
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

/**
 * Logs why a sign-in failed. Administrators can't read the log, so the reason is also kept for them: with the
 * connection if it was a test, or in the audit log if an attempt of ours was waiting. `audited` takes the
 * reason's place in the audit log where a stranger may have written the reason.
 */
export async function recordProblem(
  { services, audit }: Pick<Caller, 'services' | 'audit'>,
  { connection }: Pick<StoredConnection, 'connection'>,
  purpose: Attempt['purpose'] | null,
  { reason, audited = reason }: { readonly reason: string; readonly audited?: string },
): Promise<void> {
  const { id, organizationId } = connection;
  const said = toShortLine(reason);
  services.log.info({ connection: id, organizationId, reason: said }, 'single sign-on refused');
  if (purpose === 'test') return await recordTest({ services }, connection, said);
  if (purpose === null) return;
  // Anyone can start an attempt and answer it, so few are recorded.
  const network = getNetwork(audit.ipAddress ?? 'unknown');
  const { blockedReport, refusedReport } = services.rates;
  const isRecorded = await blockedReport
    .take(`${id} from ${network}`)
    .then(() => refusedReport.take(id))
    .then(
      () => true,
      () => false,
    );
  if (!isRecorded) return;
  await transaction(services.db, { organizationId }, (tx) =>
    recordActorAction(
      tx,
      services,
      { organizationId, person: { id: null, name: connection.name }, audit },
      {
        action: 'sign_in.refused',
        subject: { id, name: connection.name },
        details: { problem: toShortLine(audited) },
      },
    ),
  );
}

function toShortLine(text: string): string {
  return toPrintable(text).slice(0, LIMITS.testProblemMaxChars);
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
  if (typeof person === 'string') {
    await recordProblem(ctx, { connection }, attempt.purpose, { reason: person });
    return buildReturnPath(attempt, person);
  }
  if (attempt.purpose === 'test') {
    const problem = await findSignInProblem(ctx, connection, person);
    await recordTest(ctx, connection, problem);
    return buildReturnPath(attempt, problem);
  }
  if (!connection.enabled || (await findHeldLock(ctx)) !== null) return buildReturnPath(attempt, 'expired');
  try {
    await completeSignIn(ctx, connection, person);
    return buildReturnPath(attempt, null);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    const reason = `${person.email}: ${error.problem}`;
    await recordProblem(ctx, { connection }, attempt.purpose, { reason });
    return buildReturnPath(attempt, error.problem);
  }
}

/**
 * Records how a test ended, unless the settings have changed since: the new settings are untested. `problem`
 * is null if it passed.
 */
async function recordTest(
  { services }: Pick<Caller, 'services'>,
  { organizationId, id, updatedAt }: StoredConnection['connection'],
  problem: string | null,
): Promise<void> {
  await transaction(services.db, { organizationId }, async (tx) => {
    const stored = await lockConnection(tx, organizationId, id);
    if (stored === null || stored.connection.updatedAt !== updatedAt) return;
    const testedAt = problem === null ? services.clock().toISOString() : stored.connection.testedAt;
    const connection = { ...stored.connection, testedAt, testProblem: problem };
    await updateConnection(tx, { ...stored, connection });
  });
}

/**
 * Says what is wrong with a SAML answer. An answer to a test leads back to the settings, where the reason is
 * shown.
 */
async function answerProblem(
  ctx: Pick<Caller, 'services' | 'audit'>,
  stored: StoredConnection,
  found: { readonly requestId: string | null; readonly problem: SignInProblem; readonly reason: string },
): Promise<string> {
  const { id: connectionId, organizationId } = stored.connection;
  const { requestId, problem, reason } = found;
  const waiting =
    requestId === null
      ? null
      : await transaction(ctx.services.db, { organizationId }, (tx) =>
          findPurpose(tx, { organizationId, connectionId }, requestId, ctx.services.clock()),
        );
  await recordProblem(ctx, stored, waiting?.purpose ?? null, { reason, audited: problem });
  return waiting?.purpose === 'test' ? buildReturnPath(waiting, problem) : buildProblemPath(problem);
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
