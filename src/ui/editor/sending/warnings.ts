import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { getParticipantName } from '#ui/editor/fields/field-words.ts';
import type { Draft } from '#ui/editor/draft/draft.ts';
import { isProposal } from '#ui/editor/proposals/proposals.ts';
import type { Problem } from './problems.ts';
import { DAY_MS } from '#domain/time.ts';

/** Something to look at before sending, and where it is. It doesn't prevent sending. */
export type Warning = Pick<Problem, 'about' | 'property' | 'message'>;

/** Lists warnings before sending. */
export function listWarnings(
  { participants, fields, policy }: Draft,
  scheduledFor: string | null,
): Warning[] {
  const warnings: Warning[] = [];
  const whole = { kind: 'envelope' } as const;
  const say = (about: Warning['about'], property: string, message: string) =>
    warnings.push({ about, property, message });

  if (participants.length > 0 && !fields.some(({ type }) => type === 'signature'))
    say(whole, 'fields', m.editor_warning_no_signature());
  const unseen = fields.filter(isProposal);
  if (unseen[0] !== undefined)
    say({ kind: 'field', key: unseen[0].key }, '', m.editor_warning_unreviewed({ count: unseen.length }));
  const without = participants
    .map((participant, position) => ({ participant, name: getParticipantName(participant, position) }))
    .filter(({ participant }) => !fields.some(({ participantKey }) => participantKey === participant.key));
  if (without[0] !== undefined) {
    const names = formatNames(without.map(({ name }) => name));
    say(toParticipantTarget(without[0].participant.key), 'fields', m.editor_warning_fieldless({ names }));
  }
  const addresses = participants.map(({ email }) => email.trim().toLowerCase());
  const twice = [
    ...new Set(addresses.filter((one, index) => one !== '' && addresses.indexOf(one) !== index)),
  ];
  const repeated = participants[addresses.lastIndexOf(twice[0] ?? '')];
  if (twice.length > 0 && repeated !== undefined)
    say(
      toParticipantTarget(repeated.key),
      'email',
      m.editor_warning_repeated({ addresses: formatNames(twice) }),
    );
  const begin = scheduledFor === null ? Date.now() : Date.parse(scheduledFor);
  if (policy.expiresAt !== null && Date.parse(policy.expiresAt) - begin < DAY_MS)
    say(whole, 'expiresAt', m.editor_warning_short());
  return warnings;
}

function toParticipantTarget(key: string): Warning['about'] {
  return { kind: 'participant', key };
}

function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(names);
}
