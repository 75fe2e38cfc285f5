import { REFUSAL_MESSAGES } from '../refusal-messages.ts';
import type { ErrorCode } from '../errors.ts';
import { listManagedRoles, may, type Role } from './role.ts';

type Person = { readonly userId: string; readonly role: Role };
type Ruling = { readonly kind: 'accept'; readonly revokesKeys: boolean } | Refused;
type Refused = { readonly kind: 'refuse'; readonly code: ErrorCode; readonly message: string };

/**
 * Checks whether one member may change another's role. Administrators may give up their own role; the
 * database ensures that an owner remains. People who may no longer send lose their API keys.
 */
export function changeRole(actor: Person, target: Person, role: Role): Ruling {
  const managed = listManagedRoles(actor.role);
  if (!managed.includes(role)) return refuse(REFUSAL_MESSAGES.role_not_assignable);
  if (!managed.includes(target.role)) return refuse("Your role doesn't allow you to change this member.");
  return { kind: 'accept', revokesKeys: may(target.role, 'send') && !may(role, 'send') };
}

/**
 * Checks whether one member may remove another. Everyone may leave. The removed member's API keys are
 * deleted.
 */
export function removeMember(actor: Person, target: Person): Ruling {
  if (actor.userId !== target.userId && !listManagedRoles(actor.role).includes(target.role))
    return refuse("Your role doesn't allow you to remove this member.");
  return { kind: 'accept', revokesKeys: true };
}

/**
 * Checks whether a person may let others into a private team, or open it to everyone. Otherwise, anyone who
 * administers the organization could let themselves in.
 */
export function mayOpenTeam({ role, isTeamMember }: { readonly role: Role; readonly isTeamMember: boolean }) {
  return isTeamMember || may(role, 'own');
}

function refuse(message: string): Refused {
  return { kind: 'refuse', code: 'forbidden', message };
}
