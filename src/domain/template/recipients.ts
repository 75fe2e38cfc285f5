import type { Language } from '../language.ts';
import { jsonPointer, type Issue } from '../errors.ts';
import type { TemplateRole } from './template.ts';

export type RecipientInput = {
  readonly name: string;
  readonly email: string;
  readonly company?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly language?: Language | null | undefined;
  readonly message?: string | null | undefined;
};

/** A role and the person who takes it. */
export type Taken = { readonly role: TemplateRole; readonly recipient: RecipientInput };

type Assignment = {
  readonly recipients: Readonly<Record<string, RecipientInput>>;
  readonly senderOrder: number | undefined;
  readonly sender: { readonly name: string; readonly email: string };
};

/**
 * Assigns each role to its recipient, in signing order. The sender takes the sender's role unless someone else is
 * named; other roles must be named unless they are optional.
 */
export function assignRoles(
  roles: readonly TemplateRole[],
  { recipients, sender, senderOrder }: Assignment,
): { readonly taken: readonly Taken[]; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const known = new Set(roles.map(({ apiRoleName }) => apiRoleName));
  for (const name of Object.keys(recipients)) {
    if (!known.has(name))
      issues.push({ path: jsonPointer('recipients', name), message: 'is not a role of the template' });
  }
  const inOrder: Taken[] = [];
  for (const role of [...roles].sort((one, other) => one.orderIndex - other.orderIndex)) {
    const named = Object.hasOwn(recipients, role.apiRoleName) ? recipients[role.apiRoleName] : undefined;
    const recipient = named ?? (role.isSender ? { name: sender.name, email: sender.email } : undefined);
    if (recipient !== undefined) inOrder.push({ role, recipient });
    else if (!role.optional)
      issues.push({ path: jsonPointer('recipients', role.apiRoleName), message: 'is required' });
  }
  if (issues.length === 0 && inOrder.length === 0)
    issues.push({ path: '/recipients', message: 'must have at least one recipient' });
  if (senderOrder !== undefined && !roles.some(({ isSender }) => isSender))
    issues.push({ path: '/senderOrder', message: 'is not allowed: the template has no role for the sender' });
  return { taken: placed(inOrder, senderOrder), issues };
}

function placed(taken: readonly Taken[], senderOrder: number | undefined): readonly Taken[] {
  const sender = taken.find(({ role }) => role.isSender);
  if (sender === undefined || senderOrder === undefined) return taken;
  const others = taken.filter((one) => one !== sender);
  return [...others.slice(0, senderOrder), sender, ...others.slice(senderOrder)];
}
