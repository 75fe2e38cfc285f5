import {
  type AssertedPerson,
  type Connection,
  decideSignIn,
  type SignInProblem,
} from '#domain/organization/identity/single-sign-on.ts';
import { mayJoin } from '#domain/organization/membership-rules.ts';
import { createToken } from '#server/crypto/account-token.ts';
import { hashPassword } from '#server/crypto/password/password.ts';
import { type Invitation, lockOpenInvitation, updateInvitation } from '#server/db/accounts/invitations.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import {
  insertMembership,
  insertUser,
  lockUser,
  lockUserByEmail,
  readMembership,
  readUser,
  updateUser,
  type User,
  verifyEmail,
} from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { lockDirectoryState } from '#server/db/single-sign-on/directory-users.ts';
import { listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import { bindSubject, findSubjectUser, isBoundToOther } from '#server/db/single-sign-on/identities.ts';
import { clearAccount, endAccess } from '#server/procedures/auth/end-access.ts';
import { startTracedSession } from '#server/procedures/auth/traced-session.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { recordActorAction } from '#server/trpc/administration.ts';
import type { Context } from '#server/trpc/init.ts';

type Caller = Pick<Context, 'services' | 'audit' | 'cookies'>;

/** Thrown to roll back what a refused sign-in may have written. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Opens a session for a person whom an identity provider vouched for. Throws SignInRefused. */
export async function completeSignIn(
  ctx: Caller,
  connection: Connection,
  person: AssertedPerson,
): Promise<void> {
  const { services } = ctx;
  const { organizationId } = connection;
  // Hashed outside of the transaction because hashing takes long. Nobody knows the password.
  const passwordHash = await hashPassword(createToken());
  const enter = () =>
    transaction(services.db, { organizationId }, (tx) =>
      admitPerson(tx, ctx, connection, person, passwordHash),
    );
  // If two first sign-ins run at once, the later one finds the account that the other one created.
  const userId = (await enter()) ?? (await enter());
  if (userId === null) throw new SignInRefused('expired');
  const starting = { userId, organizationId, secondFactor: false, singleSignOn: true };
  await startTracedSession(ctx, starting, 'single_sign_on');
}

/**
 * Tells an administrator who tests a connection what would keep a person from signing in. Returns null if
 * nothing would.
 */
export async function findSignInProblem(
  { services }: Caller,
  connection: Connection,
  person: AssertedPerson,
): Promise<SignInProblem | null> {
  const { organizationId } = connection;
  return await transaction(services.db, { organizationId }, async (tx) => {
    const { ruling } = await judge(tx, services, connection, person);
    return ruling.kind === 'refuse' ? ruling.problem : null;
  });
}

/**
 * Removes everything with which the creator of an account could come back, before an organization vouches for
 * the account's address. Nobody had proved the address, so the creator may have been a stranger who waited
 * for its owner.
 */
export async function takeOverAccount(
  tx: Transaction,
  services: Services,
  taken: {
    readonly user: Pick<User, 'id' | 'name'>;
    /** The hash of a password that nobody knows. */
    readonly passwordHash: string;
    readonly by: { readonly organizationId: string; readonly audit: Audit };
  },
): Promise<void> {
  const { user, passwordHash, by } = taken;
  await endAccess(tx, services, user, by.audit);
  await clearAccount(tx, services, user, by.audit);
  await updateUser(tx, user.id, { passwordHash });
  await addScope(tx, { organizationId: by.organizationId });
}

/**
 * Returns the person's account after making it a member; null if someone else created it at the same moment.
 */
async function admitPerson(
  tx: Transaction,
  ctx: Caller,
  connection: Connection,
  person: AssertedPerson,
  passwordHash: string,
): Promise<string | null> {
  const { services } = ctx;
  const { id: connectionId, organizationId } = connection;
  const { ruling, user, invitation } = await judge(tx, services, connection, person);
  if (ruling.kind === 'refuse') throw new SignInRefused(ruling.problem);
  const now = services.clock();
  const account = user ?? {
    id: services.newId('user'),
    email: person.email,
    name: person.name ?? person.email.slice(0, person.email.lastIndexOf('@')),
    passwordHash,
  };
  if (user === null && !(await insertUser(tx, account, now))) return null;
  if (ruling.kind === 'join' && user !== null && user.emailVerifiedAt == null)
    await takeOverAccount(tx, services, { user, passwordHash, by: { organizationId, audit: ctx.audit } });
  if (ruling.kind !== 'enter') await join(tx, ctx, connection, account, invitation);
  await verifyEmail(tx, account.email, now);
  const { subject } = person;
  if (!(await bindSubject(tx, { organizationId, connectionId, subject, userId: account.id }, now)))
    throw new SignInRefused('subject_changed');
  await enterMembership(tx, organizationId, account.id, now);
  return account.id;
}

async function judge(
  tx: Transaction,
  services: Caller['services'],
  connection: Connection,
  person: AssertedPerson,
) {
  const { id: connectionId, organizationId } = connection;
  const { subject, email } = person;
  const domains = await listVerifiedDomains(tx, organizationId, connectionId);
  const bound = await findSubjectUser(tx, { organizationId, connectionId, subject });
  if (bound !== null) await lockUser(tx, bound);
  const user: User | null = bound === null ? await lockUserByEmail(tx, email) : await readUser(tx, bound);
  const address = { email: user?.email ?? email };
  const invitation = await lockOpenInvitation(tx, organizationId, address, services.clock());
  const { membership, suspendedAt } = await readOrganization(tx, organizationId);
  const facts = {
    domains,
    account:
      user === null
        ? null
        : {
            email: user.email,
            isMember: (await readMembership(tx, organizationId, user.id)) !== null,
            isBoundToOther: await isBoundToOther(tx, {
              organizationId,
              connectionId,
              subject,
              userId: user.id,
            }),
          },
    isDeprovisioned:
      user !== null &&
      ['inactive', 'deleted'].includes((await lockDirectoryState(tx, organizationId, user.id)) ?? 'active'),
    isInvited: invitation !== null,
    mayJoin: suspendedAt === null && mayJoin(membership, user?.email ?? email),
  };
  return { ruling: decideSignIn(connection, person, facts), user, invitation };
}

async function join(
  tx: Transaction,
  { services, audit }: Caller,
  { organizationId, name, joiningRole }: Connection,
  account: Pick<User, 'id' | 'name'>,
  invitation: Invitation | null,
): Promise<void> {
  const now = services.clock();
  const role = invitation?.role ?? joiningRole;
  if (invitation !== null)
    await updateInvitation(tx, organizationId, invitation.id, { acceptedAt: now, acceptedBy: account.id });
  await insertMembership(tx, { organizationId, userId: account.id, role }, now);
  await recordActorAction(
    tx,
    services,
    { organizationId, person: account, audit },
    { action: 'member.joined', subject: account, details: { role, singleSignOn: name } },
  );
}
