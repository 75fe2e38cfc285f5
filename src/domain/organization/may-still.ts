import { listManagedRoles, may, type Role } from './role.ts';

/** What someone set up that happens later, in their name. */
export type LaterAct =
  /** Somebody accepts their invitation and gets this role. */
  | { readonly kind: 'invite'; readonly role: Role }
  /** An envelope is sent: as scheduled, as part of a bulk send, or by a public form. */
  | { readonly kind: 'send'; readonly seesTeam: boolean };

/** What cost a person the right to do it. */
export type Loss = 'removed' | 'demoted' | 'left_team';

/** Their role in the organization now; null for someone who is no longer a member. */
type Person = { readonly role: Role | null };

/**
 * Returns what cost a person the right to what they set up, or null if they may still do it. Ask when it happens, in its own
 * transaction and with the person's membership locked: what somebody left behind can do no more than they can.
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

/** Whether a person may still do what they set up. */
export function mayStill(person: Person, act: LaterAct): boolean {
  return findLoss(person, act) === null;
}
