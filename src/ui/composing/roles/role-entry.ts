import type { ParticipantRole } from '#domain/envelope/status.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import type { RoleRecipient } from '#domain/template/template.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Ordered } from '#ui/composing/people-order.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';

/** Who takes a role: somebody who is named for each envelope, the sender, or always the same person. */
export type RoleTaker = 'asked' | 'sender' | 'person';

/** A role of a template as it is typed. */
export type RoleEntry = Ordered & {
  readonly name: string;
  readonly who: RoleTaker;
  readonly personName: string;
  readonly personEmail: string;
  readonly role: ParticipantRole;
  /** Whether envelopes can leave it out. */
  readonly optional: boolean;
  /** The role's place in the document, such as a party. Empty to find it. */
  readonly place: string;
};

/** Returns a role without any details. */
export function createRole(key: string): RoleEntry {
  return {
    ...{ key, name: '', who: 'asked', personName: '', personEmail: '', role: 'signer' },
    ...{ optional: false, place: '', withPrevious: false },
  };
}

/** Returns the roles with one of them changed. Only one can be the sender's. */
export function withRole(roles: readonly RoleEntry[], key: string, change: Partial<RoleEntry>): RoleEntry[] {
  return roles.map((role) => {
    if (role.key === key) return { ...role, ...change };
    return change.who === 'sender' && role.who === 'sender' ? { ...role, who: 'asked' } : role;
  });
}

/** Returns the roles that have a name or a person, in their original groups. */
export function listTypedRoles(roles: readonly RoleEntry[]): RoleEntry[] {
  const groups = getSigningGroups(roles);
  const typed = [...roles.entries()].filter(([, role]) => !isEmpty(role));
  return typed.map(([at, role], position) => ({
    ...role,
    withPrevious: position > 0 && groups[typed[position - 1]?.[0] ?? -1] === groups[at],
  }));
}

function isEmpty({ name, who, personName, personEmail }: RoleEntry): boolean {
  return name.trim() === '' && (who !== 'person' || (personName.trim() === '' && personEmail.trim() === ''));
}

/** What keeps a role from being saved, and in which input. */
export type RoleProblem = {
  readonly property: 'name' | 'personName' | 'personEmail';
  readonly message: string;
};

/** Explains what is missing. Returns null if the role is complete or its row is empty. */
export function findRoleProblem(role: RoleEntry, roles: readonly RoleEntry[]): RoleProblem | null {
  if (isEmpty(role)) return null;
  const name = role.name.trim();
  if (name === '') return { property: 'name', message: m.templates_role_name_missing() };
  const first = roles.find((one) => one.name.trim().toLowerCase() === name.toLowerCase());
  if (first !== undefined && first.key !== role.key)
    return { property: 'name', message: m.templates_role_twice({ name }) };
  if (role.who !== 'person') return null;
  if (role.personName.trim() === '') return { property: 'personName', message: m.envelopes_name_missing() };
  if (role.personEmail.trim() === '')
    return { property: 'personEmail', message: m.envelopes_email_missing() };
  return isMailAddress(role.personEmail.trim())
    ? null
    : { property: 'personEmail', message: m.envelopes_email_invalid() };
}

/** Returns a role as operations take it. `before` is the person who took it so far. */
export function writeRole(role: RoleEntry, orderIndex: number, before: RoleRecipient | null = null) {
  const email = role.personEmail.trim();
  const { company, title } = before?.email === email ? before : { company: null, title: null };
  return {
    name: role.name.trim(),
    orderIndex,
    role: role.role,
    isSender: role.who === 'sender',
    optional: role.who === 'asked' && role.optional,
    recipient: role.who === 'person' ? { name: role.personName.trim(), email, company, title } : null,
  };
}
