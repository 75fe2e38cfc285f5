import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { Draft, DraftParticipant } from '#ui/editor/draft/draft.ts';
import type { IncomingFile } from '#ui/envelopes/files/file-queue.svelte.ts';
import type { Entries } from './kept-entries.ts';
import { findRecipientProblem, listTypedRecipients, type RecipientProblem } from './recipients.ts';
import { findRoleProblem, listTypedRoles, type RoleProblem } from './roles/role-entry.ts';
import { LEFT_OUT, nameFields } from './roles/role-places.ts';

/** Where something has to be done before the envelope can be sent. */
type Place =
  | { readonly kind: 'documents' }
  | { readonly kind: 'add' }
  | {
      readonly kind: 'person';
      readonly key: string;
      readonly property: RecipientProblem['property'] | RoleProblem['property'];
    }
  | { readonly kind: 'strays' }
  | { readonly kind: 'fields' };

/** What keeps an envelope from being sent. */
export type SendProblem = { readonly text: string; readonly place: Place };

/** What is known about a new envelope. */
export type Composed = {
  readonly incoming: readonly Pick<IncomingFile, 'name' | 'stage' | 'share'>[];
  readonly hasFiles: boolean;
  /** The draft including what was typed. Null until all files are read. */
  readonly draft: Draft | null;
  readonly participants: readonly DraftParticipant[];
};

/** Lists what keeps an envelope from being sent, in the order of the page. */
export function listSendProblems(composed: Composed): SendProblem[] {
  return [...listFileProblems(composed), ...listPeopleProblems(composed), ...listFieldProblems(composed)];
}

/** Lists what keeps the files from being used. A refused file doesn't, so that fields can still be placed. */
export function listFileProblems({ incoming, hasFiles, draft }: Composed): SendProblem[] {
  const place = { kind: 'documents' } as const;
  const problems = incoming.map(({ name, stage, share }) => {
    if (stage === 'refused') return { place, text: m.envelopes_new_refused({ name }) };
    const percent = new Intl.NumberFormat(getLocale(), { style: 'percent' }).format(share);
    return { place, text: m.envelopes_new_uploading({ name, percent }) };
  });
  if (problems.length > 0) return problems;
  if (!hasFiles) return [{ place, text: m.envelopes_new_choose() }];
  return draft === null ? [{ place, text: m.envelopes_new_reading() }] : [];
}

function listPeopleProblems({ participants }: Composed): SendProblem[] {
  const typed = listTypedRecipients(participants);
  if (typed.length === 0) return [{ place: { kind: 'add' }, text: m.envelopes_new_no_recipient() }];
  const problems = typed.flatMap((person, position) => {
    const problem = findRecipientProblem(person);
    if (problem === null) return [];
    const name = person.name.trim() || m.envelopes_recipient_number({ number: position + 1 });
    const place = { kind: 'person', key: person.key, property: problem.property } as const;
    return [{ place, text: m.envelopes_new_person_problem({ name, problem: problem.message }) }];
  });
  if (problems.length > 0 || typed.some(({ role }) => role === 'signer')) return problems;
  return [{ place: { kind: 'add' }, text: m.envelopes_new_no_signer() }];
}

function listFieldProblems({ draft }: Composed): SendProblem[] {
  if (draft === null) return [];
  const signing = new Set(
    draft.fields.filter(({ type }) => type === 'signature').map(({ participantKey }) => participantKey),
  );
  return draft.participants
    .filter(({ role, key, name }) => role === 'signer' && name.trim() !== '' && !signing.has(key))
    .map(({ name }) => ({ place: { kind: 'fields' }, text: m.envelopes_new_no_signature({ name }) }));
}

/** Lists what keeps a new template from being saved, but for its files. `without` are the fields of no role. */
export function listRoleProblems(
  { roles, strays }: Pick<Entries, 'roles' | 'strays'>,
  without: Parameters<typeof nameFields>[0],
): SendProblem[] {
  const typed = listTypedRoles(roles);
  if (typed.length === 0) return [{ place: { kind: 'add' }, text: m.templates_roles_none() }];
  const problems = typed.flatMap((role, position): SendProblem[] => {
    const problem = findRoleProblem(role, roles);
    if (problem === null) return [];
    const name = role.name.trim() || m.templates_role_number({ number: position + 1 });
    const place = { kind: 'person', key: role.key, property: problem.property } as const;
    return [{ place, text: m.envelopes_new_person_problem({ name, problem: problem.message }) }];
  });
  const isSettled = strays === LEFT_OUT || typed.some(({ key, role }) => key === strays && role === 'signer');
  if (without.length === 0 || isSettled) return problems;
  const fields = nameFields(without);
  return [
    ...problems,
    { place: { kind: 'strays' }, text: m.templates_roles_strays({ count: without.length, fields }) },
  ];
}
