import { listManagedRoles, may, type Role } from './role.ts';

/** An action that someone set up to happen later in their name. */
export type LaterAct =
  /** Somebody accepts the person's invitation and gets this role. */
  | { readonly kind: 'invite'; readonly role: Role }
  /** An envelope is sent: as scheduled, as part of a bulk send, or by a public form. */
  | { readonly kind: 'send'; readonly seesTeam: boolean };

/** Why a person lost the right to a later act. */
export type Loss = 'removed' | 'demoted' | 'left_team';

/** The person's current role in the organization; null if they are no longer a member. */
type Person = { readonly role: Role | null };

/**
 * Returns why a person lost the right to what they set up, or null if they may still do it. Call this when
 * the act happens, in the act's own transaction and with the person's membership locked, so that what
 * somebody left behind can do no more than they can.
 */
export function findLoss({ role }: Person, act: LaterAct): Loss | null {
  if (role === null) return 'removed';
  switch (act.kind) {
    case 'invite':
      return listManagedRoles(role).includes(act.role) ? null : 'demoted';
    case 'send':
      if (!may(role, 'send')) return 'demoted';
      return act.seesTeam ? null : 'left_team';
    default:
      return act satisfies never;
  }
}

/** Checks whether a person may still do what they set up. */
export function mayStill(person: Person, act: LaterAct): boolean {
  return findLoss(person, act) === null;
}
