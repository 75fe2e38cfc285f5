import type { z } from 'zod';
import { m } from '#i18n/compiled/messages.js';
import { createParticipant } from '#ui/editor/draft/changes.ts';
import { OWN_ROLE_PREFIX, type Draft, type DraftField } from '#ui/editor/draft/draft.ts';
import { readDraft } from '#ui/editor/draft/read-draft.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import { withAccepted } from '#ui/editor/proposals/proposals.ts';
import { getFieldTypeName } from '#ui/kit/field-type-name.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { roleInput } from '#wire/template-input.ts';
import { listTypedRoles, type RoleEntry, writeRole } from './role-entry.ts';

/** Somebody whom the document names, such as a party, and who has fields in it. */
export type RolePlace = { readonly key: string; readonly name: string };

/** The choice for fields of no role: the template leaves them out. */
export const LEFT_OUT = 'left-out';

/** Lists whom a document names. */
export function listPlaces(graph: WireGraph): RolePlace[] {
  return readDraft(graph).participants.map(({ key, name, slot }) => {
    const party = slot.kind === 'party' ? m.templates_role_party_number({ number: slot.index + 1 }) : '';
    return { key, name: name || party || m.templates_role_signer() };
  });
}

/**
 * Gives roles their places in the document: the one that was chosen, or the one that has the role's name. The
 * other signers take the remaining places in order. Returns the keys of the roles by place.
 */
export function assignPlaces(
  roles: readonly RoleEntry[],
  places: readonly RolePlace[],
): ReadonlyMap<string, string> {
  const roleOf = new Map<string, string>();
  const left = listTypedRoles(roles).filter(({ role }) => role === 'signer');
  const take = (fits: (role: RoleEntry, place: RolePlace) => boolean) => {
    for (const place of places) {
      if (roleOf.has(place.key)) continue;
      const at = left.findIndex((role) => fits(role, place));
      const [role] = at < 0 ? [] : left.splice(at, 1);
      if (role !== undefined) roleOf.set(place.key, role.key);
    }
  };
  take((role, place) => role.place === place.key);
  take((role, place) => role.name.trim().toLowerCase() === place.name.toLowerCase());
  take(() => true);
  return roleOf;
}

/** Groups fields by the key of their role. Those under the empty key have none yet. */
export function groupByRole(graph: WireGraph, roles: readonly RoleEntry[]): Map<string, DraftField[]> {
  const roleOf = assignPlaces(roles, listPlaces(graph));
  const [signer, ...others] = listTypedRoles(roles).filter(({ role }) => role === 'signer');
  // The only signer fills in everything.
  const rest = signer === undefined || others.length > 0 ? '' : signer.key;
  return Map.groupBy(readDraft(graph).fields, ({ participantKey }) => roleOf.get(participantKey) ?? rest);
}

/** Names fields by what they are for and where they are: "Initials, page 1". */
export function nameFields(fields: readonly Pick<DraftField, 'type' | 'page'>[], shown = 4): string {
  const names = fields.map(({ type, page }) =>
    m.templates_roles_stray_field({ field: getFieldTypeName(type), page }),
  );
  const listed = [...new Set(names)];
  return [...listed.slice(0, shown), ...(listed.length > shown ? ['…'] : [])].join(' · ');
}

/** Returns the draft that a template is made from: each role has its fields. */
export function withRoles(
  graph: WireGraph,
  roles: readonly RoleEntry[],
  strays: string,
): { readonly draft: Draft; readonly roles: z.input<typeof roleInput>[] } {
  const read = readDraft(graph);
  const typed = listTypedRoles(roles);
  const byRole = groupByRole(graph, roles);
  const ownerOf = new Map(
    [...byRole].flatMap(([key, fields]) => fields.map((field) => [field.key, key || strays] as const)),
  );
  const participants = typed.map(({ key, name }) => ({
    ...createParticipant(key),
    name,
    slot: { kind: 'role' as const, id: `${OWN_ROLE_PREFIX}${key}` },
  }));
  const accepted = withAccepted(read, new Set(read.fields.map(({ key }) => key)), '');
  const fields = accepted.fields
    .map((field) => ({
      ...field,
      participantKey: ownerOf.get(field.key) ?? '',
      ...{ partyIndex: null, syntheticRoleId: null, syntheticRoleName: null },
    }))
    .filter(({ participantKey }) => typed.some(({ key }) => key === participantKey));
  const owners = new Set(fields.map(({ participantKey }) => participantKey));
  const groups = getSigningGroups(typed);
  return {
    draft: { ...read, participants, fields },
    roles: typed.map((role, index) => ({
      ...writeRole(role, groups[index] ?? index),
      ...(owners.has(role.key) ? { syntheticRoleId: `${OWN_ROLE_PREFIX}${role.key}` } : {}),
    })),
  };
}
