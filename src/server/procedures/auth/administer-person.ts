import type { InstanceAction } from '#domain/instance-actions.ts';
import { createRefusal } from '#domain/errors.ts';
import { deletePasskeys } from '#server/db/accounts/passkeys.ts';
import { dropTotp } from '#server/db/accounts/second-factors.ts';
import { lockUser, readUser, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertInstanceAction, type InstanceActionRecord } from '#server/db/instance/people.ts';
import { recordAccountChange } from '#server/organizations/account-traces.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import { endAccess } from './end-access.ts';

type Needed = Pick<Services, 'db' | 'queue' | 'clock' | 'newId'>;

/** Who runs the instance: a person with a session, or somebody at the command line, whose actions the owner of the tables records. */
export type InstanceOperator = {
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly audit: Audit;
  /** Records an action of the command line. */
  readonly recordAsOwner?: (action: InstanceActionRecord) => Promise<void>;
};

/** Ends a person's sessions and agents. */
export async function signPersonOut(
  services: Needed,
  by: InstanceOperator,
  userId: string,
  reason: string,
): Promise<User> {
  return await changePerson(
    services,
    by,
    { userId, reason, action: 'person.signed_out' },
    async (tx, user) => {
      await endAccess(tx, services, user, by.audit, getActor(by));
    },
  );
}

/**
 * Removes a person's passkeys, authenticator app and recovery codes, and ends their sessions and agents. They sign in
 * with their password then, and are emailed about it.
 */
export async function resetSecondFactor(
  services: Needed,
  by: InstanceOperator,
  userId: string,
  reason: string,
): Promise<User> {
  // Their own takes a password or a passkey, on their profile.
  if (userId === by.person?.id)
    throw createRefusal('forbidden', { reason: 'own_account' }, 'Change your own on your profile.');
  const change = { userId, reason, action: 'person.second_factor_reset' } as const;
  return await changePerson(services, by, change, async (tx, user) => {
    const hadPasskeys = await deletePasskeys(tx, user.id);
    const hadApp = await dropTotp(tx, user.id);
    if (!hadPasskeys && !hadApp)
      throw createRefusal('invalid_state', undefined, 'This person has no two-step verification.');
    await endAccess(tx, services, user, by.audit, getActor(by));
    await recordAccountChange(tx, services, {
      ...{ person: user, change: 'second_factor_reset', audit: by.audit },
      ...{ by: getActor(by), details: { reason } },
    });
  });
}

const getActor = ({ person }: InstanceOperator) => person ?? { id: null, name: COMMAND_LINE };
const COMMAND_LINE = 'Command line';

async function changePerson(
  { db, clock, newId }: Needed,
  { person, audit, recordAsOwner }: InstanceOperator,
  {
    userId,
    action,
    reason,
  }: { readonly userId: string; readonly action: InstanceAction; readonly reason: string },
  run: (tx: Transaction, user: User) => Promise<void>,
): Promise<User> {
  const scope = person === null ? null : { administratorId: person.id };
  const user = await transaction(db, scope, async (tx) => {
    await lockUser(tx, userId);
    const found = await readUser(tx, userId);
    if (found === null) throw createRefusal('not_found');
    const record: InstanceActionRecord = {
      ...{
        id: newId('instanceAction'),
        actorId: person?.id ?? null,
        actorName: person?.name ?? COMMAND_LINE,
      },
      ...{ action, subjectId: found.id, subjectName: found.email, details: { reason }, occurredAt: clock() },
      ...audit,
    };
    // Recorded first, because what follows works in the scopes of organizations. The command line records by another
    // connection, so only what has been done.
    if (person !== null) await insertInstanceAction(tx, record);
    await run(tx, found);
    if (person === null) await recordAsOwner?.(record);
    return found;
  });
  return user;
}
