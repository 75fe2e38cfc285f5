import { listManagedRoles, may, type Role } from './role.ts';

/** What someone set up to happen later, in their name or by their authority. */
export type LaterAct =
  /** Somebody accepts the person's invitation and gets this role. */
  | { readonly kind: 'invite'; readonly role: Role }
  /** An envelope is sent: as scheduled, as part of a bulk send, or by a public form. */
  | { readonly kind: 'send'; readonly seesTeam: boolean }
  /** A page that was opened for another application's user goes on. */
  | { readonly kind: 'page'; readonly seesTeam: boolean }
  /** A webhook receives an event. */
  | { readonly kind: 'webhook' }
  /** A part of an export of everything is built. */
  | { readonly kind: 'export' };

/** Why a person lost the right to a later act. */
export type Loss = 'removed' | 'demoted' | 'left_team';

/** The person's current role in the organization; null if they are no longer a member. */
type Person = { readonly role: Role | null };

/** What decides about a later act: the person, their key if they used one, and the organization. */
type Maker = Person & {
  /** Whether they set it up with an API key that has since been revoked or has expired. */
  readonly keyHasEnded: boolean;
  /** Whether the operator has suspended the organization. */
  readonly isSuspended: boolean;
};

/** What a key started in its person's name goes on without the key. Access that it gave ends with it. */
const OUTLIVES_KEY: { readonly [K in LaterAct['kind']]: boolean } = {
  send: true,
  invite: false,
  page: false,
  webhook: false,
  export: true,
};

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
    case 'page':
      if (!may(role, 'send')) return 'demoted';
      return act.seesTeam ? null : 'left_team';
    case 'webhook':
      return may(role, 'administer') ? null : 'demoted';
    case 'export':
      return may(role, 'own') ? null : 'demoted';
    default:
      return act satisfies never;
  }
}

/**
 * Checks whether what a person set up may still happen now. A suspension only pauses it; the other reasons
 * end it.
 */
export function mayStill(maker: Maker, act: LaterAct): boolean {
  if (maker.isSuspended || (maker.keyHasEnded && !OUTLIVES_KEY[act.kind])) return false;
  return findLoss(maker, act) === null;
}
