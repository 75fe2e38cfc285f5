import { may } from '#domain/organization/role.ts';
import { readOwners, type User } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { listSenders } from '#server/db/organizations/teams.ts';

/** Who decides about something that was left behind, and whether they see it. */
type Deciders = {
  readonly people: readonly Pick<User, 'id' | 'name' | 'email' | 'locale'>[];
  readonly seesIt: boolean;
};

/**
 * Returns who can decide about what would have been sent in a team: the person who set it up, if they still
 * can; otherwise the administrators among those who may send; otherwise everyone who may. If nobody is left
 * in a private team, returns the owners, who see nothing of it but can add somebody to the team.
 */
export async function findDeciders(
  tx: Transaction,
  { organizationId, teamId }: { readonly organizationId: string; readonly teamId: string },
  person: string | null,
): Promise<Deciders> {
  const senders = await listSenders(tx, teamId);
  const chosen = [
    senders.filter(({ id }) => id === person),
    senders.filter(({ role }) => may(role, 'administer')),
    senders,
  ].find((people) => people.length > 0);
  if (chosen !== undefined) return { people: chosen, seesIt: true };
  return { people: await readOwners(tx, organizationId), seesIt: false };
}
