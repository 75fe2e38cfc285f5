import { requestAccountChangeEmail } from '#domain/account/security.ts';
import type { SignInMethod } from '#domain/account/sign-in-trace.ts';
import { LIMITS } from '#domain/limits.ts';
import { addDeviceToken, findKnownDevice } from '#server/crypto/known-device.ts';
import { readUser, type User } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordSignIn } from '#server/organizations/account-traces.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Starting } from '#server/surface/session.ts';
import type { Context } from '#server/trpc/init.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';

type Caller = Pick<Context, 'services' | 'audit' | 'cookies'>;

/** Sign-ins of which the person knows without an email: their first one. */
const FIRST: ReadonlySet<SignInMethod> = new Set(['sign_up', 'invitation']);

/**
 * Starts a session, sets its cookie and remembers the browser. The sign-in is recorded for the person and the
 * organization, and the person gets an email if the browser is new to them.
 */
export async function startTracedSession(
  ctx: Caller,
  starting: Starting,
  method: SignInMethod,
): Promise<{ expiresAt: string }> {
  const { services, cookies, audit } = ctx;
  const { userId, organizationId } = starting;
  const user = await readUser(services.db.drizzle, userId);
  if (user === null) throw new Error('the account of a new session is missing');
  const isKnown = findKnownDevice(cookies.get('device'), user, services.config.secretKeys) !== null;
  const isNewDevice = !isKnown && !FIRST.has(method);
  const mayTell = isNewDevice && (await mayTellOfDevice(services, userId));
  const session = await services.sessions.start(starting, audit);
  await transaction(services.db, { organizationId }, async (tx) => {
    await recordSignIn(tx, services, { person: user, organizationId, method, isNewDevice, audit });
    const email = requestAccountChangeEmail(userId, 'new_device', services.clock(), { from: audit });
    if (mayTell) await services.queue.enqueue(tx, [email]);
  });
  services.log.info({ userId, organizationId, method, isNewDevice, ...audit }, 'signed in');
  cookies.set('session', session);
  rememberDevice(ctx, user);
  return { expiresAt: session.expiresAt.toISOString() };
}

/** Remembers that a person has signed in with this browser. Others who share it stay known. */
export function rememberDevice({ services, cookies }: Caller, user: Pick<User, 'id' | 'passwordHash'>): void {
  cookies.set('device', {
    token: addDeviceToken(cookies.get('device'), user, services.config.secretKeys),
    expiresAt: new Date(services.clock().getTime() + LIMITS.knownDeviceLifeMs),
  });
}

/** Limits the emails about new devices, because a program may sign in again and again without cookies. */
async function mayTellOfDevice({ rates }: Services, userId: string): Promise<boolean> {
  try {
    await rates.accountMail.take(`device ${userId}`);
    return true;
  } catch (error) {
    if (toRefusal(error)?.code !== 'rate_limited') throw error;
    return false;
  }
}
