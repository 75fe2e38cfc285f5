import type { ErrorCode } from '../errors.ts';
import { managedRoles, may, type Role } from './role.ts';

type Person = { readonly userId: string; readonly role: Role };
type Ruling = { readonly kind: 'accept'; readonly revokesKeys: boolean } | Refused;
type Refused = { readonly kind: 'refuse'; readonly code: ErrorCode; readonly message: string };

/**
 * Whether one member may give another a role. Anyone who administers may step down themselves; that an owner remains is
 * the database's to say, since others act at the same moment. Who may no longer send loses the API keys they made.
 */
export function changeRole(actor: Person, target: Person, role: Role): Ruling {
  const managed = managedRoles(actor.role);
  if (!managed.includes(role)) return refuse("Your role doesn't allow you to assign this role.");
  if (!managed.includes(target.role)) return refuse("Your role doesn't allow you to change this member.");
  return { kind: 'accept', revokesKeys: may(target.role, 'send') && !may(role, 'send') };
}

/** Whether one member may remove another. Everyone may leave; the API keys that a person made end with them. */
export function removeMember(actor: Person, target: Person): Ruling {
  if (actor.userId !== target.userId && !managedRoles(actor.role).includes(target.role))
    return refuse("Your role doesn't allow you to remove this member.");
  return { kind: 'accept', revokesKeys: true };
}

function refuse(message: string): Refused {
  return { kind: 'refuse', code: 'forbidden', message };
}
