import { m } from '#i18n/compiled/messages.js';
import { createSlot } from '#ui/kit/sentence.ts';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS, STATUS_WORDS } from '#ui/envelopes/status-words.ts';

type RowStatus = {
  readonly intent: Intent;
  readonly label: string;
  /** The label with a slot `name` in place of the person's name; absent if it names nobody. */
  readonly about?: { readonly name: string; readonly text: string };
  /** Whether the reader is the one who has to act. */
  readonly isMine?: boolean;
};

/**
 * The statuses whose labels don't say enough by themselves. For these, a row names the person who is awaited
 * or who declined.
 */
const STATUS_OF_PERSON: Partial<
  Record<EnvelopeListItem['status'], (item: EnvelopeListItem) => RowStatus | null>
> = {
  in_progress: ({ waitingFor }) =>
    waitingFor === null
      ? null
      : describePerson(
          'neutral',
          waitingFor.otherCount > 0 ? `${waitingFor.name} +${waitingFor.otherCount}` : waitingFor.name,
          m.envelopes_row_waiting_for,
        ),
  declined: ({ signers }) => {
    const person = signers.find(({ status }) => status === 'declined');
    return person === undefined ? null : describePerson('danger', person.name, m.envelopes_row_declined_by);
  },
};

function describePerson(
  intent: Intent,
  name: string,
  say: (about: { readonly name: string }) => string,
): RowStatus {
  return { intent, label: say({ name }), about: { name, text: say({ name: createSlot('name') }) } };
}

/** Returns the label and color of an envelope's status in a row. */
export function getRowStatus(item: EnvelopeListItem): RowStatus {
  if (item.attention.includes('your_turn'))
    return { intent: 'accent', label: ATTENTION_WORDS.your_turn.label(), isMine: true };
  const { tone, label } = STATUS_WORDS[item.status];
  return STATUS_OF_PERSON[item.status]?.(item) ?? { intent: tone, label: label() };
}

/**
 * Returns what needs attention beyond the status itself. Expiry isn't included, because the row's date shows
 * it.
 */
export function listRowBadges(item: EnvelopeListItem): readonly RowStatus[] {
  return item.attention
    .filter((reason) => reason !== item.status && reason !== 'your_turn' && reason !== 'expiring_soon')
    .map((reason) => ({ intent: ATTENTION_WORDS[reason].tone, label: ATTENTION_WORDS[reason].label() }));
}

/**
 * Actions that a row doesn't show as the latest activity, because the rest of the row already says who was
 * asked and how many have signed.
 */
export const TOLD_BY_ROW: ReadonlySet<EnvelopeListItem['latestActivity']['action']> = new Set([
  'participant.link_issued',
  'participant.signed',
  'participant.approved',
]);

const ANSWERS = { signed: 'done', declined: 'refused', pending: null } as const;

/**
 * Returns how far along a signer of the envelope is. Signers count as having their turn once they have been
 * asked.
 */
export function getTurn(
  { status, waitingFor }: EnvelopeListItem,
  signer: EnvelopeListItem['signers'][number],
): 'done' | 'now' | 'refused' | 'later' {
  const answer = ANSWERS[signer.status];
  if (answer !== null) return answer;
  const isAsked = signer.participantId === waitingFor?.participantId || signer.lastEventAt !== null;
  return status === 'in_progress' && isAsked ? 'now' : 'later';
}
