import type { z } from 'zod';
import type { roleInput } from '#wire/template-input.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';

/** A role that a template of an envelope would have: whom it stands for, and what to call it at first. */
export type RoleDraft = {
  readonly key: string;
  readonly who: string;
  readonly suggestion: string;
  readonly isSender: boolean;
  readonly source:
    | { readonly participantId: string }
    | { readonly partyIndex: number }
    | { readonly syntheticRoleId: string };
};

/** The participants of an envelope, and the parties and roles that only fields name, in their order. */
export function rolesOf({ envelope, participants, fields }: WireGraph): RoleDraft[] {
  const people = participants.map(({ id, name, email, title }, index): RoleDraft => ({
    key: id,
    who: `${name} (${email})`,
    suggestion: title ?? `Signer ${index + 1}`,
    isSender: email.toLowerCase() === envelope.senderEmail.toLowerCase(),
    source: { participantId: id },
  }));
  const others = new Map<string, RoleDraft>();
  for (const { participantId, partyIndex, syntheticRoleId, syntheticRoleName } of fields) {
    if (participantId !== null) continue;
    if (partyIndex !== null) {
      const party = envelope.detectedParties?.find(({ index }) => index === partyIndex);
      const name = party?.roleLabel ?? party?.name ?? `Party ${partyIndex + 1}`;
      const key = `party-${partyIndex}`;
      others.set(key, { key, who: name, suggestion: name, isSender: false, source: { partyIndex } });
    } else if (syntheticRoleId !== null) {
      const name = syntheticRoleName ?? 'Signer';
      others.set(syntheticRoleId, {
        key: syntheticRoleId,
        who: name,
        suggestion: name,
        isSender: false,
        source: { syntheticRoleId },
      });
    }
  }
  return [...people, ...others.values()];
}

/** The roles as the form names them. */
export function readRoles(form: FormData, roles: readonly RoleDraft[]): z.input<typeof roleInput>[] {
  const sender = form.get('sender');
  const optional = new Set(form.getAll('optional'));
  return roles.map(({ key, source }) => ({
    name: String(form.get(`role.${key}`) ?? ''),
    ...source,
    isSender: sender === key,
    optional: optional.has(key) && sender !== key,
  }));
}
