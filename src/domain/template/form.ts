import type { Effect } from '../effects.ts';
import type { Issue } from '../errors.ts';
import type { Loss } from '../organization/may-still.ts';
import type { Timestamp } from '../timestamp.ts';
import { assignRoles, type RecipientInput } from './recipients.ts';
import type { TemplateRole } from './template.ts';

/** What people read once they have signed, and where they can go on. */
export type ThankYou = { readonly text: string; readonly url: string | null };

/** How a template is published: who fills it in, who else signs, and how often it can be used. */
export type FormSettings = {
  readonly roleApiName: string;
  readonly expiresAt: Timestamp | null;
  readonly maxUses: number | null;
  /** The domains of accepted email addresses; null for all. */
  readonly allowedDomains: readonly string[] | null;
  /** The people who take the other roles, by apiRoleName. */
  readonly recipients: Readonly<Record<string, RecipientInput>>;
};

const ANYONE: RecipientInput = { name: 'Anyone', email: 'anyone@example.com' };

/** Reports settings that don't work with the template. */
export function validateForm(
  roles: readonly TemplateRole[],
  settings: FormSettings,
  context: { readonly uses: number; readonly now: Timestamp; readonly hasVariables: boolean },
): Issue[] {
  const { roleApiName, recipients, expiresAt, maxUses } = settings;
  const role = roles.find(({ apiRoleName }) => apiRoleName === roleApiName);
  if (role === undefined) return [{ path: '/roleApiName', message: 'is not a role of the template' }];
  if (Object.hasOwn(recipients, roleApiName))
    return [{ path: `/recipients/${roleApiName}`, message: 'is the role of whoever fills in the form' }];
  const people = { ...recipients, [roleApiName]: ANYONE };
  return [
    ...(context.hasVariables
      ? [{ path: '', message: "can't be published: its Word files have variables" }]
      : []),
    ...(role.isSender ? [{ path: '/roleApiName', message: 'is the role of the sender' }] : []),
    ...(roles.some(({ orderIndex }) => orderIndex < role.orderIndex)
      ? [{ path: '/roleApiName', message: 'must be first in the signing order' }]
      : []),
    ...(expiresAt !== null && expiresAt <= context.now
      ? [{ path: '/expiresAt', message: 'must be in the future' }]
      : []),
    ...(maxUses !== null && maxUses < context.uses
      ? [{ path: '/maxUses', message: `must be at least ${context.uses}, the number of uses so far` }]
      : []),
    ...assignRoles(roles, { recipients: people, sender: ANYONE, senderOrder: undefined }).issues,
  ];
}

/** Checks whether a form accepts an email address. A domain doesn't include its subdomains. */
export function isAllowedAddress(
  email: string,
  { allowedDomains }: Pick<FormSettings, 'allowedDomains'>,
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return allowedDomains === null || allowedDomains.includes(domain);
}

/**
 * Checks whether anyone with the link may read the document and learn who signs. If only some addresses are
 * accepted, people have to prove theirs first.
 */
export function isReadableByAll({ allowedDomains }: Pick<FormSettings, 'allowedDomains'>): boolean {
  return allowedDomains === null;
}

export const FORM_TURNS = ['own', 'same_time', 'after'] as const;
/**
 * Someone who signs: the person who fills in the form, who has no name yet, or somebody who signs at the same
 * time or after them.
 */
export type FormPerson = { readonly name: string | null; readonly turn: (typeof FORM_TURNS)[number] };

/** Lists the people who sign a form, in order. */
export function listFormPeople(
  roles: readonly TemplateRole[],
  { roleApiName, recipients }: Pick<FormSettings, 'roleApiName' | 'recipients'>,
  sender: { readonly name: string; readonly email: string },
): FormPerson[] {
  const people = { ...recipients, [roleApiName]: ANYONE };
  const { taken } = assignRoles(roles, { recipients: people, sender, senderOrder: undefined });
  const own = taken.find(({ role }) => role.apiRoleName === roleApiName)?.orderIndex ?? 0;
  return taken.map((one): FormPerson => {
    if (one.recipient === ANYONE) return { name: null, turn: 'own' };
    return { name: one.recipient.name, turn: one.orderIndex === own ? 'same_time' : 'after' };
  });
}

export const FORM_STATES = ['open', 'closed', 'full'] as const;
export type FormState = (typeof FORM_STATES)[number];

/** Returns whether a form can be used now, is closed, or has used up all its uses. */
export function getFormState(
  form: Pick<FormSettings, 'expiresAt' | 'maxUses'> & { readonly enabled: boolean; readonly uses: number },
  now: Timestamp,
): FormState {
  const { enabled, expiresAt, maxUses, uses } = form;
  if (!enabled || (expiresAt !== null && expiresAt <= now)) return 'closed';
  return maxUses !== null && uses >= maxUses ? 'full' : 'open';
}

export const FORM_CLOSURES = [
  'publisher_removed',
  'publisher_demoted',
  'publisher_left_team',
] as const satisfies readonly `publisher_${Loss}`[];
/** Why the service closed a form: the person who published it may no longer send what it sends. */
export type FormClosure = (typeof FORM_CLOSURES)[number];

/** Returns the job that tells those who can decide that the service closed a template's form. */
export function announceClosedForm(organizationId: string, formId: string): Effect {
  return { name: 'svc/form.closed', payload: { organizationId, formId } };
}

/** Returns the job that emails someone the links to what they have left to sign. */
export function requestFormLink(organizationId: string, startId: string): Effect {
  return { name: 'svc/form.link_requested', payload: { organizationId, startId } };
}

/** Returns the job that emails a code to the person who started to fill in a form. */
export function requestFormCode(organizationId: string, startId: string): Effect {
  return { name: 'svc/form.code_requested', payload: { organizationId, startId } };
}
