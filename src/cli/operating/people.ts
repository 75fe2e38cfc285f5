import { findUserByEmail, type User } from '#server/db/accounts/users.ts';
import { insertOwnersAction, listActionsAsOwner } from '#server/db/instance/people.ts';
import {
  type InstanceOperator,
  resetSecondFactor,
  signPersonOut,
} from '#server/procedures/auth/administer-person.ts';
import { type OperatorServices, withQueue } from '../with-services.ts';

/** Ends a person's sessions and agents. */
export async function signOut(services: OperatorServices, email: string, reason: string): Promise<void> {
  await change(services, email, reason, signPersonOut);
  process.stdout.write(`${email} is signed out everywhere\n`);
}

/** Removes the two-step verification of a person who has lost it. */
export async function resetTwoStep(services: OperatorServices, email: string, reason: string): Promise<void> {
  await change(services, email, reason, resetSecondFactor);
  process.stdout.write(
    `${email} signs in with the password alone, and should set up two-step verification again\n`,
  );
}

/** Lists what the people who run the instance did, newest first. */
export async function listActions({ owner }: OperatorServices, limit: number): Promise<void> {
  for (const { occurredAt, actorName, action, subjectName, details } of await listActionsAsOwner(
    owner,
    limit,
  )) {
    const facts = Object.entries(details).map(([name, text]) => `${name}: ${JSON.stringify(text)}`);
    process.stdout.write(
      `${occurredAt.toISOString()} ${actorName}: ${action} ${subjectName}${facts.length === 0 ? '' : `, ${facts.join(', ')}`}\n`,
    );
  }
}

async function change(
  services: OperatorServices,
  email: string,
  reason: string,
  run: (
    services: Parameters<typeof resetSecondFactor>[0],
    by: InstanceOperator,
    userId: string,
    reason: string,
  ) => Promise<User>,
): Promise<void> {
  if (reason.trim() === '') throw new Error('--reason must say why: the audit log shows it');
  const user = await findUserByEmail(services.db.drizzle, email);
  if (user === null) throw new Error(`there is no account with the address ${email}`);
  await withQueue(services, async (queue) => {
    const by: InstanceOperator = {
      person: null,
      audit: { ipAddress: null, userAgent: null },
      recordAsOwner: (action) => insertOwnersAction(services.owner, action),
    };
    await run({ ...services, queue }, by, user.id, reason.trim());
  });
}
