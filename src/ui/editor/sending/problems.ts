import { FIELD_CATALOGUE, factsOfType } from '#domain/field/catalogue.ts';
import { valueProblem } from '#domain/field/validate.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/** Something to put right. `save`: the server would refuse the draft; `send`: it can be kept, but not sent. */
export type Problem = {
  readonly blocks: 'save' | 'send';
  readonly about:
    { readonly kind: 'field' | 'participant'; readonly key: string } | { readonly kind: 'envelope' };
  readonly property: string;
  readonly message: string;
};

/** Everything that stands in the way of saving or sending the draft at the time `now` (ISO 8601, UTC). */
export function problemsOf(draft: Draft, now: string): Problem[] {
  return [
    ...envelopeProblems(draft, now),
    ...draft.participants.flatMap((participant) => participantProblems(participant, draft)),
    ...draft.fields.flatMap((field) => fieldProblems(field, draft)),
  ];
}

function envelopeProblems(draft: Draft, now: string): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'envelope' } as const;
  if (draft.displayName.trim() === '')
    problems.push({ blocks: 'save', about, property: 'displayName', message: 'Give the envelope a name.' });
  if (draft.policy.expiresAt !== null && draft.policy.expiresAt <= now) {
    problems.push({
      blocks: 'save',
      about,
      property: 'expiresAt',
      message: 'Choose a date that is still to come.',
    });
  }
  if (draft.participants.length === 0) {
    problems.push({
      blocks: 'send',
      about,
      property: 'participants',
      message: 'Add at least one participant.',
    });
  }
  return problems;
}

function participantProblems(participant: DraftParticipant, draft: Draft): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'participant', key: participant.key } as const;
  const number = draft.participants.indexOf(participant) + 1;
  if (participant.name.trim() === '') {
    problems.push({
      blocks: 'send',
      about,
      property: 'name',
      message: `Participant ${number} needs a name.`,
    });
  }
  const email = participant.email.trim();
  if (!isMailAddress(email)) {
    const message =
      email === ''
        ? `Participant ${number} needs an e-mail address.`
        : `“${email}” is not an e-mail address.`;
    problems.push({ blocks: 'send', about, property: 'email', message });
  }
  return problems;
}

function fieldProblems(field: DraftField, draft: Draft): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'field', key: field.key } as const;
  const name = `${FIELD_CATALOGUE[field.type].label} on page ${field.page}`;
  const say = (blocks: Problem['blocks'], property: string, message: string) =>
    problems.push({ blocks, about, property, message });

  if (!draft.participants.some(({ key }) => key === field.participantKey)) {
    const isKept = field.partyIndex !== null || field.syntheticRoleId !== null;
    say(isKept ? 'send' : 'save', 'participantKey', `${name} belongs to no participant yet.`);
  }
  if (factsOfType(field.type).options === 'required' && field.options.length === 0)
    say('save', 'options', `${name} needs at least one choice.`);
  if (field.options.some((option) => option.trim() === ''))
    say('save', 'options', `${name} has an empty choice.`);
  if (new Set(field.options).size !== field.options.length)
    say('save', 'options', `${name} has the same choice twice.`);
  if (field.prefillValue !== '') {
    const wrong = valueProblem(field, field.prefillValue);
    if (wrong !== null) say('save', 'prefillValue', `The prefilled value of ${name} ${wrong}.`);
  }
  return problems;
}
