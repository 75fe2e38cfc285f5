import type { z } from 'zod';
import type { roleInput } from '#wire/template-input.ts';
import { isAnnotation } from '#domain/field/answer.ts';
import { UNASSIGNED } from '#domain/field/unassigned-role.ts';
import { m } from '#i18n/compiled/messages.js';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** A role that a template made from an envelope would have: who it stands for, and a suggested name. */
export type RoleDraft = {
  readonly key: string;
  readonly who: string;
  readonly suggestion: string;
  readonly isSender: boolean;
  /** The participant that the role stands for, who can take the role in every envelope. */
  readonly person: NonNullable<z.input<typeof roleInput>['recipient']> | null;
  readonly source:
    | { readonly participantId: string }
    | { readonly partyIndex: number }
    | { readonly syntheticRoleId: string };
};

/** Returns the fields that belong to nobody, which need a role before they can be part of a template. */
export function listFieldsWithoutRole({ fields }: Pick<WireGraph, 'fields'>): WireGraph['fields'] {
  return fields.filter(
    ({ type, participantId, partyIndex, syntheticRoleId }) =>
      !isAnnotation({ type }) &&
      participantId === null &&
      partyIndex === null &&
      (syntheticRoleId === null || syntheticRoleId === UNASSIGNED.syntheticRoleId),
  );
}

/**
 * Returns a role for each participant of an envelope in order, followed by the parties and roles that only
 * fields refer to.
 */
export function buildRoleDrafts({ envelope, participants, fields }: WireGraph): RoleDraft[] {
  const people = participants.map(({ id, name, email, company, title }, index): RoleDraft => ({
    key: id,
    who: m.envelopes_timeline_person({ name, email }),
    suggestion: title ?? m.templates_role_signer_number({ number: index + 1 }),
    isSender: email.toLowerCase() === envelope.senderEmail.toLowerCase(),
    person: { name, email, company, title },
    source: { participantId: id },
  }));
  const others = new Map<string, RoleDraft>();
  for (const { participantId, partyIndex, syntheticRoleId, syntheticRoleName } of fields) {
    if (participantId !== null) continue;
    if (partyIndex !== null) {
      const party = envelope.detectedParties?.find(({ index }) => index === partyIndex);
      const name =
        party?.roleLabel ?? party?.name ?? m.templates_role_party_number({ number: partyIndex + 1 });
      const key = `party-${partyIndex}`;
      const source = { partyIndex };
      others.set(key, { key, who: name, suggestion: name, isSender: false, person: null, source });
    } else if (syntheticRoleId !== null && syntheticRoleId !== UNASSIGNED.syntheticRoleId) {
      const name = syntheticRoleName ?? m.templates_role_signer();
      others.set(syntheticRoleId, {
        key: syntheticRoleId,
        who: name,
        suggestion: name,
        isSender: false,
        person: null,
        source: { syntheticRoleId },
      });
    }
  }
  return [...people, ...others.values()];
}

/** Reads the roles from the form. */
export function readRoles(form: FormData, roles: readonly RoleDraft[]): z.input<typeof roleInput>[] {
  const sender = form.get('sender');
  const optional = new Set(form.getAll('optional'));
  const kept = new Set(form.getAll('keep'));
  return roles.map(({ key, source, person }) => ({
    name: String(form.get(`role.${key}`) ?? ''),
    ...source,
    isSender: sender === key,
    optional: optional.has(key) && sender !== key,
    recipient: kept.has(key) && sender !== key && !optional.has(key) ? person : null,
  }));
}
