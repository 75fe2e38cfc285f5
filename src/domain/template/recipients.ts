import { validateDelivery } from '../envelope/participant-delivery.ts';
import { type SigningInput, validateSigning } from '../envelope/signing.ts';
import type { ParticipantDelivery, ParticipantRole } from '../envelope/status.ts';
import type { Language } from '../language.ts';
import type { AuthenticationInput } from '../envelope/authentication.ts';
import { toJsonPointer, type Issue } from '../errors.ts';
import type { TemplateRole } from './template.ts';

export type RecipientInput = {
  readonly name: string;
  readonly email: string;
  readonly company?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly language?: Language | null | undefined;
  readonly message?: string | null | undefined;
  /** Default: the role of the template's role. */
  readonly role?: ParticipantRole | undefined;
  /** Default: the delivery of the template's role. */
  readonly delivery?: ParticipantDelivery | undefined;
  readonly authentication?: AuthenticationInput | undefined;
  readonly signing?: SigningInput | undefined;
  readonly canDelegate?: boolean | undefined;
  /** Default: the order index of the template's role. */
  readonly orderIndex?: number | undefined;
};

/** A role and the person who takes it. */
export type Taken = {
  readonly role: TemplateRole;
  readonly recipient: RecipientInput;
  /** Consecutive from 0 once placed. People with the same index sign in parallel. */
  readonly orderIndex: number;
};

type Assignment = {
  readonly recipients: Readonly<Record<string, RecipientInput>>;
  readonly senderOrder: number | undefined;
  readonly sender: { readonly name: string; readonly email: string };
};

/**
 * Reports a recipient of the sender's role, or a recipient of an optional role, which could then no longer be
 * left out.
 */
export function validateRecipient(
  { isSender, optional, recipient }: Pick<TemplateRole, 'isSender' | 'optional' | 'recipient'>,
  path: string,
): Issue[] {
  if (recipient === null) return [];
  if (isSender) return [{ path, message: 'is not allowed: the sender takes this role' }];
  return optional ? [{ path, message: 'is not allowed: this role is optional' }] : [];
}

/** Checks whether a role stays empty unless someone is named. */
export function isOpen({ isSender, recipient }: Pick<TemplateRole, 'isSender' | 'recipient'>): boolean {
  return !isSender && recipient === null;
}

/** Checks whether a role's recipient must be named for each envelope. */
export function isAskedFor(role: Pick<TemplateRole, 'isSender' | 'optional' | 'recipient'>): boolean {
  return isOpen(role) && !role.optional;
}

/**
 * Assigns each role to its recipient, in signing order. Unless someone else is named, the template's
 * recipient takes the role, or the sender takes the sender's role. Any other role needs a named recipient
 * unless it is optional.
 */
export function assignRoles(
  roles: readonly TemplateRole[],
  { recipients, sender, senderOrder }: Assignment,
): { readonly taken: readonly Taken[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const known = new Set(roles.map(({ apiRoleName }) => apiRoleName));
  for (const name of Object.keys(recipients)) {
    if (!known.has(name))
      issues.push({ path: toJsonPointer('recipients', name), message: 'is not a role of the template' });
  }
  const assigned: Taken[] = [];
  for (const role of roles) {
    const named = Object.hasOwn(recipients, role.apiRoleName) ? recipients[role.apiRoleName] : undefined;
    const recipient: RecipientInput | undefined =
      named ?? role.recipient ?? (role.isSender ? { name: sender.name, email: sender.email } : undefined);
    if (recipient !== undefined) {
      const delivery = recipient.delivery ?? role.delivery;
      const path = toJsonPointer('recipients', role.apiRoleName);
      issues.push(...validateDelivery({ ...recipient, delivery }, path));
      issues.push(...validateSigning({ ...recipient, delivery }, path));
      assigned.push({ role, recipient, orderIndex: recipient.orderIndex ?? role.orderIndex });
    } else if (!role.optional)
      issues.push({ path: toJsonPointer('recipients', role.apiRoleName), message: 'is required' });
  }
  if (issues.length === 0 && assigned.length === 0)
    issues.push({ path: '/recipients', message: 'must have at least one recipient' });
  if (senderOrder !== undefined && !roles.some(({ isSender }) => isSender))
    issues.push({ path: '/senderOrder', message: 'is not allowed: the template has no role for the sender' });
  if (
    senderOrder !== undefined &&
    Object.values(recipients).some(({ orderIndex }) => orderIndex !== undefined)
  )
    issues.push({ path: '/senderOrder', message: 'is not allowed if recipients have an orderIndex' });
  return { taken: groupByOrder(assigned, senderOrder), issues };
}

/** Groups people by their order, with the sender alone at `senderOrder` if that is given. */
function groupByOrder(assigned: readonly Taken[], senderOrder: number | undefined): readonly Taken[] {
  const sender = senderOrder === undefined ? undefined : assigned.find(({ role }) => role.isSender);
  const groups = new Map<number, Taken[]>();
  for (const one of [...assigned].sort((one, other) => one.orderIndex - other.orderIndex)) {
    if (one === sender) continue;
    groups.set(one.orderIndex, [...(groups.get(one.orderIndex) ?? []), one]);
  }
  const inOrder = [...groups.values()];
  if (sender !== undefined) inOrder.splice(senderOrder ?? 0, 0, [sender]);
  return inOrder.flatMap((group, orderIndex) => group.map((one) => ({ ...one, orderIndex })));
}
