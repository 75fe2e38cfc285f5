import type { z } from 'zod';
import { isMailAddress } from '#domain/mail-address.ts';
import { cutName } from '#domain/name-pattern/resolve.ts';
import { m } from '#i18n/compiled/messages.js';
import type { SendProblem } from '#ui/composing/send-problems.ts';
import {
  findRecipientProblem,
  listTypedRecipients,
  type RecipientProblem,
} from '#ui/composing/recipients.ts';
import { createParticipant } from '#ui/editor/draft/changes.ts';
import type { DraftCopy, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { writePeople } from '#ui/editor/draft/write-draft.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import type { WireTemplateGraph } from '#wire/template.ts';
import type { instantiateRow } from '#wire/template-input.ts';

type Roles = WireTemplateGraph['roles'];
type User = { readonly name: string; readonly email: string };
type UseBody = z.input<typeof instantiateRow>;

/** Returns a person for each role, in signing order: the one that the template sets, the sender, or nobody yet. */
export function listRolePeople(roles: Roles, user: User): DraftParticipant[] {
  return roles.map((role, index) => {
    const {
      name = '',
      email = '',
      company,
      title,
    } = role.recipient ?? ((role.isSender ? user : {}) as Partial<NonNullable<Roles[number]['recipient']>>);
    return {
      ...createParticipant(role.id),
      ...{ name, email, company: company ?? '', title: title ?? '' },
      ...{ role: role.role, delivery: role.delivery },
      withPrevious: index > 0 && roles[index - 1]?.orderIndex === role.orderIndex,
    };
  });
}

/** Returns the people as they were typed before, in their order then. Whoever takes a new role comes last. */
export function withKept(
  people: readonly DraftParticipant[],
  kept: readonly DraftParticipant[],
): readonly DraftParticipant[] {
  const known = kept.filter(({ key }) => people.some((person) => person.key === key));
  return [...known, ...people.filter(({ key }) => !known.some((person) => person.key === key))];
}

/** Returns what is missing or wrong about the person in a role; null if nothing is. Optional roles may stay empty. */
export function findUseProblem(
  role: Roles[number] | undefined,
  person: DraftParticipant,
): RecipientProblem | null {
  const isEmpty = person.name.trim() === '' && person.email.trim() === '';
  if (!isEmpty) return findRecipientProblem(person);
  return role === undefined || role.optional
    ? null
    : { property: 'email', message: m.envelopes_email_missing() };
}

/** Lists what keeps the envelope from being created, in the order of the page. */
export function listUseProblems(
  roles: Roles,
  people: readonly DraftParticipant[],
  copies: readonly DraftCopy[] = [],
): SendProblem[] {
  const missing = people.flatMap((person): SendProblem[] => {
    const role = roles.find(({ id }) => id === person.key);
    const problem = findUseProblem(role, person);
    if (role === undefined || problem === null) return [];
    const text = m.envelopes_new_person_problem({ name: role.name, problem: problem.message });
    return [{ place: { kind: 'person', key: person.key, property: problem.property }, text }];
  });
  return [...missing, ...copies.flatMap(listCopyProblems)];
}

/** Empty rows are left out, but what somebody began to type isn't. */
function listCopyProblems({ key, name, email }: DraftCopy): SendProblem[] {
  const [who, address] = [name.trim(), email.trim()];
  if ((who === '' && address === '') || (who !== '' && isMailAddress(address))) return [];
  const property = isMailAddress(address) ? 'name' : 'email';
  const wrong = address === '' ? m.envelopes_email_missing() : m.envelopes_email_invalid();
  const problem = property === 'name' ? m.envelopes_name_missing() : wrong;
  const text = m.envelopes_new_person_problem({ name: who || address, problem });
  return [{ place: { kind: 'person', key, property }, text }];
}

/** Returns the recipients as the operation takes them: by role, with the groups in which they sign. */
export function toRoleRecipients(
  roles: Roles,
  people: readonly DraftParticipant[],
): NonNullable<UseBody['recipients']> {
  const typed = listTypedRecipients(people);
  const groups = getSigningGroups(typed);
  return Object.fromEntries(
    writePeople(typed).flatMap(({ detectedPartyIndex: _, ...person }, position) => {
      const role = roles.find(({ id }) => id === typed[position]?.key);
      return role === undefined ? [] : [[role.apiRoleName, { ...person, orderIndex: groups[position] }]];
    }),
  ) as NonNullable<UseBody['recipients']>;
}

/** Names the envelope so that it can be told apart from others of the template, unless that has a pattern. */
export function nameDistinctly(
  { template, roles }: Pick<WireTemplateGraph, 'template' | 'roles'>,
  people: readonly DraftParticipant[],
): string | null {
  if (template.namePattern !== null) return null;
  const isSender = (key: string) => roles.find(({ id }) => id === key)?.isSender === true;
  const name = people.find((person) => person.name.trim() !== '' && !isSender(person.key))?.name;
  return name === undefined ? null : cutName(`${template.name} – ${name.trim()}`);
}
