import { isAnnotation } from '#domain/field/answer.ts';
import { getFieldTypeFacts } from '#domain/field/catalogue.ts';
import { explainValueProblem } from '#domain/field/value/problem.ts';
import { validateDetails } from '#domain/field/detail-issues.ts';
import { toFieldDetails } from '#domain/field/details.ts';
import { hasRoomForChoices } from '#domain/field/value/choices-room.ts';
import { isMailAddress } from '#domain/mail-address.ts';
import type { RuleProblemKind } from '#domain/field/rules/check-rules.ts';
import { m } from '#i18n/compiled/messages.js';
import { matchesPattern } from '#ui/fields/patterns.ts';
import { formatIssue } from '#ui/kit/refusal-text.ts';
import { findMissingProof } from '#ui/editor/participants/authentication.ts';
import type { PageSizes } from '#ui/pdf/page-sizes.svelte.ts';
import type { PageSize } from '#ui/pdf/pdf-document.ts';
import { getFieldName } from '#ui/editor/fields/field-words.ts';
import { findItem, getItemName } from '#ui/editor/fields/palette.ts';
import { findDraftRuleProblems } from '#ui/editor/rules/draft-rules.ts';
import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/**
 * Something to fix. `save`: the server would refuse the draft; `send`: the draft can be saved, but not sent.
 */
export type Problem = {
  readonly blocks: 'save' | 'send';
  readonly about:
    { readonly kind: 'field' | 'participant'; readonly key: string } | { readonly kind: 'envelope' };
  readonly property: string;
  readonly message: string;
};

/** Lists everything that keeps the draft from being saved or sent at the time `now` (ISO 8601, UTC). */
export function findDraftProblems(
  draft: Draft,
  now: string,
  sizes: Pick<PageSizes, 'of'> | null = null,
): Problem[] {
  return [
    ...findEnvelopeProblems(draft, now),
    ...draft.participants.flatMap((participant) => findParticipantProblems(participant, draft)),
    ...draft.fields.flatMap((field) => findFieldProblems(field, draft, sizes?.of(field.page) ?? null)),
    ...findDraftRuleProblems(draft).map(toRuleProblem),
  ];
}

function findEnvelopeProblems(draft: Draft, now: string): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'envelope' } as const;
  if (draft.displayName.trim() === '')
    problems.push({ blocks: 'save', about, property: 'displayName', message: m.editor_problem_name() });
  if (draft.policy.expiresAt !== null && draft.policy.expiresAt <= now) {
    problems.push({
      blocks: 'save',
      about,
      property: 'expiresAt',
      message: m.editor_problem_expiry(),
    });
  }
  if (draft.participants.length === 0) {
    problems.push({
      blocks: 'send',
      about,
      property: 'participants',
      message: m.editor_problem_no_recipients(),
    });
  }
  return problems;
}

function findParticipantProblems(participant: DraftParticipant, draft: Draft): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'participant', key: participant.key } as const;
  const number = draft.participants.indexOf(participant) + 1;
  if (participant.name.trim() === '') {
    problems.push({
      blocks: 'send',
      about,
      property: 'name',
      message: m.editor_problem_recipient_name({ number }),
    });
  }
  const email = participant.email.trim();
  if (!isMailAddress(email)) {
    const message =
      email === '' ? m.editor_problem_recipient_email({ number }) : m.editor_problem_email({ email });
    problems.push({ blocks: 'send', about, property: 'email', message });
  }
  const missing = findMissingProof(participant);
  if (missing !== null) {
    const message =
      missing === 'phone' ? m.editor_problem_phone({ number }) : m.editor_problem_access_code({ number });
    problems.push({ blocks: 'send', about, property: missing, message });
  }
  return problems;
}

function findFieldProblems(field: DraftField, draft: Draft, size: PageSize | null): Problem[] {
  const problems: Problem[] = [];
  const about = { kind: 'field', key: field.key } as const;
  const where = { field: getItemName(findItem(field)), page: field.page };
  const say = (blocks: Problem['blocks'], property: string, message: string) =>
    problems.push({ blocks, about, property, message });

  if (isAnnotation(field)) {
    if (field.type === 'note' && field.prefillValue.trim() === '')
      say('send', 'prefillValue', m.editor_problem_note_empty(where));
  } else if (!draft.participants.some(({ key }) => key === field.participantKey)) {
    const isKept = field.partyIndex !== null || field.syntheticRoleId !== null;
    say(isKept ? 'send' : 'save', 'participantKey', m.editor_problem_unassigned(where));
  }
  if (getFieldTypeFacts(field.type).options === 'required' && field.options.length === 0)
    say('save', 'options', m.editor_problem_no_options(where));
  if (size !== null && !hasRoomForChoices(field, size))
    say('send', 'options', m.editor_problem_choices_room(where));
  if (field.options.some((option) => option.trim() === ''))
    say('save', 'options', m.editor_problem_empty_option(where));
  if (new Set(field.options).size !== field.options.length)
    say('save', 'options', m.editor_problem_repeated_option(where));
  for (const { path, message } of validateDetails(field.type, toFieldDetails(field), '')) {
    const detail = formatIssue(message);
    say('save', path.slice(1), m.editor_with_detail({ text: getFieldName(field), detail }));
  }
  if (field.prefillValue !== '') {
    const wrong = explainValueProblem(field, field.prefillValue, matchesPattern);
    if (wrong !== null)
      say('save', 'prefillValue', m.editor_problem_prefill({ ...where, problem: formatIssue(wrong) }));
  }
  return problems;
}

const RULE_PROBLEMS: Readonly<Record<RuleProblemKind, (where: { field: string; page: number }) => string>> = {
  unknown: m.editor_problem_rule_unknown,
  order: m.editor_problem_rule_order,
  private: m.editor_problem_rule_private,
  type: m.editor_problem_rule_type,
  cycle: m.editor_problem_rule_cycle,
  syntax: m.editor_problem_rule_syntax,
};

function toRuleProblem({ field, path, kind }: ReturnType<typeof findDraftRuleProblems>[number]): Problem {
  const property = path.startsWith('/formula') || field.condition === null ? 'formula' : 'condition';
  const message = RULE_PROBLEMS[kind]({ field: getFieldName(field), page: field.page });
  return { blocks: 'save', about: { kind: 'field', key: field.key }, property, message };
}
