import { participantName } from '#ui/editor/fields/field-words.ts';
import type { Draft } from '#ui/editor/draft/draft.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';

/** What may be meant so and is worth a second look before sending, in words. Nothing of it keeps from sending. */
export function warningsOf(draft: Draft, scheduledFor: string | null): string[] {
  const { participants, fields, policy } = draft;
  const warnings: string[] = [];
  if (participants.length > 0 && !fields.some(({ type }) => type === 'signature'))
    warnings.push('There is no field for a signature: nobody’s appears on a page.');
  const unseen = fields.filter(isProposal).length;
  if (unseen > 0)
    warnings.push(
      unseen === 1
        ? 'One field that was found on the page is neither accepted nor dismissed: it is sent like any other.'
        : `${unseen} fields that were found on the pages are neither accepted nor dismissed: they are sent like any other.`,
    );
  const without = participants
    .map((participant, position) => ({ participant, name: participantName(participant, position) }))
    .filter(({ participant }) => !fields.some(({ participantKey }) => participantKey === participant.key))
    .map(({ name }) => name);
  if (without.length > 0)
    warnings.push(
      `${listed(without)} ${without.length === 1 ? 'has' : 'have'} no field: whoever has none only confirms the document.`,
    );
  const twice = repeated(participants.map(({ email }) => email.trim().toLowerCase()));
  if (twice.length > 0)
    warnings.push(`${listed(twice)} ${twice.length === 1 ? 'is' : 'are'} asked more than once.`);
  const end = policy.expiresAt;
  const begin = scheduledFor === null ? Date.now() : Date.parse(scheduledFor);
  if (end !== null && Date.parse(end) - begin < DAY_MS)
    warnings.push('It expires within a day of going out.');
  return warnings;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))];
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}
