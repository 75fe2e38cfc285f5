import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { participantName } from '#ui/editor/fields/field-words.ts';
import type { Draft } from '#ui/editor/draft/draft.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';

/** Lists warnings before sending. None of them prevents it. */
export function warningsOf(draft: Draft, scheduledFor: string | null): string[] {
  const { participants, fields, policy } = draft;
  const warnings: string[] = [];
  if (participants.length > 0 && !fields.some(({ type }) => type === 'signature'))
    warnings.push(m.editor_warning_no_signature());
  const unseen = fields.filter(isProposal).length;
  if (unseen > 0) warnings.push(m.editor_warning_unreviewed({ count: unseen }));
  const without = participants
    .map((participant, position) => ({ participant, name: participantName(participant, position) }))
    .filter(({ participant }) => !fields.some(({ participantKey }) => participantKey === participant.key))
    .map(({ name }) => name);
  if (without.length > 0) warnings.push(m.editor_warning_fieldless({ names: listed(without) }));
  const twice = repeated(participants.map(({ email }) => email.trim().toLowerCase()));
  if (twice.length > 0) warnings.push(m.editor_warning_repeated({ addresses: listed(twice) }));
  const end = policy.expiresAt;
  const begin = scheduledFor === null ? Date.now() : Date.parse(scheduledFor);
  if (end !== null && Date.parse(end) - begin < DAY_MS) warnings.push(m.editor_warning_short());
  return warnings;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index))];
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(names);
}
