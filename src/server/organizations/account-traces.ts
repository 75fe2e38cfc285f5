import type { AccountChange } from '#domain/account/account-change.ts';
import { requestAccountChangeEmail, requestAttemptRecord } from '#domain/account/security.ts';
import type { AttemptProblem, SignInMethod } from '#domain/account/sign-in-trace.ts';
import type { AdministrativeAction } from '#domain/organization/audit/administrative-actions.ts';
import { computeHmacSha256, deriveKey } from '#server/crypto/hmac.ts';
import { listPersonOrganizations } from '#server/db/accounts/members.ts';
import type { User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';

/** What happened to an account, and where from. */
type Trace = {
  readonly action: AdministrativeAction;
  readonly details: Readonly<Record<string, string>> | null;
  readonly at: Date;
  readonly audit: Audit;
  readonly by?: Actor;
};
type Actor = { readonly id: string | null; readonly name: string };
type Person = Pick<User, 'id' | 'name' | 'email'>;

/**
 * Records a sign-in for the person and the organization that it leads to. `isNewDevice` says that the person
 * hasn't signed in with this browser before.
 */
export async function recordSignIn(
  tx: Transaction,
  services: Services,
  signIn: {
    readonly person: Person;
    readonly organizationId: string;
    readonly method: SignInMethod;
    readonly isNewDevice: boolean;
    readonly audit: Audit;
  },
): Promise<void> {
  const { person, organizationId, method, isNewDevice, audit } = signIn;
  const details = { method, ...(isNewDevice ? { device: 'new' } : {}) };
  const trace: Trace = { action: 'sign_in.succeeded', details, at: services.clock(), audit };
  await addScope(tx, { organizationId });
  await insert(tx, services, organizationId, person, trace);
}

/**
 * Records a change of how an account is protected, for the person and for all of their organizations, and
 * emails the person. Leaves the transaction in the scope of one of these organizations.
 */
export async function recordAccountChange(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'newId' | 'queue'>,
  change: {
    readonly person: Person;
    readonly change: AccountChange;
    readonly audit: Audit;
    readonly details?: Readonly<Record<string, string>>;
    /** Who made the change. Default: the person. */
    readonly by?: Actor;
    /** Where the email goes. Default: the account's address. */
    readonly email?: string;
  },
): Promise<void> {
  const { person, change: what, audit, details = null, by = person, email } = change;
  const at = services.clock();
  const told = { from: audit, ...(email === undefined ? {} : { email }) };
  await services.queue.enqueue(tx, [requestAccountChangeEmail(person.id, what, at, told)]);
  await recordEverywhere(tx, services, person, { action: `account.${what}`, details, at, audit, by });
}

/** Records failed attempts on an account, for the person and for all of their organizations. */
export async function recordFailedAttempts(
  tx: Transaction,
  services: Services,
  failed: {
    readonly person: Person;
    readonly problem: AttemptProblem;
    /** How many there were in this wave, including this one. */
    readonly attempts: number;
    readonly at: Date;
    readonly audit: Audit;
  },
): Promise<void> {
  const { person, problem, attempts, at, audit } = failed;
  const action = problem === 'too_many_attempts' ? 'sign_in.blocked' : 'sign_in.failed';
  const details = { problem, attempts: String(attempts) };
  await recordEverywhere(tx, services, person, { action, details, at, audit });
}

/**
 * Requests that a failed attempt is recorded. The work is the same whether or not there is an account, and an
 * address without one is only stored as a hash.
 */
export async function reportFailedAttempt(
  services: Services,
  account: { readonly userId: string } | { readonly address: string },
  problem: AttemptProblem,
  audit: Audit,
): Promise<void> {
  const known =
    'userId' in account ? { userId: account.userId } : { unknown: hashAddress(services, account.address) };
  const payload = { account: known, problem, at: services.clock().toISOString(), ...audit };
  await transaction(services.db, null, (tx) => services.queue.enqueue(tx, [requestAttemptRecord(payload)]));
}

/** Returns what stands for an address in the log. Only this instance can compute it. */
function hashAddress({ config }: Services, address: string): string {
  const key = deriveKey(config.secretKeys.current.key, 'unknown-address/v1');
  const hash = Buffer.from(computeHmacSha256(key, address.trim().toLowerCase()));
  return hash.toString('base64url').slice(0, HASH_CHARS);
}

const HASH_CHARS = 16;

/** Test environments have the same members, and what happens to their accounts is in the live log. */
async function recordEverywhere(
  tx: Transaction,
  services: Pick<Services, 'newId'>,
  person: Person,
  trace: Trace,
): Promise<void> {
  await addScope(tx, { userId: person.id });
  const organizations = await listPersonOrganizations(tx, person.id);
  for (const { id } of organizations.filter(({ testOf }) => testOf === null)) {
    await addScope(tx, { organizationId: id });
    await insert(tx, services, id, person, trace);
  }
}

async function insert(
  tx: Transaction,
  { newId }: Pick<Services, 'newId'>,
  organizationId: string,
  { id: userId, name, email }: Person,
  { action, details, at, audit, by = { id: userId, name } }: Trace,
): Promise<void> {
  await insertAdministrativeAction(tx, {
    id: newId('administrativeAction'),
    organizationId,
    // Failed attempts are about a person, but nobody knows who made them.
    actorId: action === 'sign_in.failed' || action === 'sign_in.blocked' ? null : by.id,
    actorName: by.name,
    action,
    subjectId: userId,
    subjectName: email,
    details,
    occurredAt: at,
    ...audit,
  });
}
