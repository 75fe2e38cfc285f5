import { m } from '#i18n/compiled/messages.js';
import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { ATTENTION_WORDS, STATUS_WORDS } from '#ui/envelopes/status-words.ts';

type RowStatus = {
  readonly intent: Intent;
  readonly label: string;
  /** The reader is the one to act. */
  readonly isMine?: boolean;
};

/** The statuses whose words don't say enough by themselves: a row says who is awaited, or who refused. */
const STATUS_OF_PERSON: Partial<
  Record<EnvelopeListItem['status'], (item: EnvelopeListItem) => RowStatus | null>
> = {
  in_progress: ({ waitingFor }) =>
    waitingFor === null
      ? null
      : {
          intent: 'neutral',
          label: m.envelopes_row_waiting_for({
            name:
              waitingFor.otherCount > 0 ? `${waitingFor.name} +${waitingFor.otherCount}` : waitingFor.name,
          }),
        },
  declined: ({ signers }) => {
    const person = signers.find(({ status }) => status === 'declined');
    return person === undefined
      ? null
      : { intent: 'danger', label: m.envelopes_row_declined_by({ name: person.name }) };
  },
};

/** Returns what a row says about its envelope, and its color. */
export function getRowStatus(item: EnvelopeListItem): RowStatus {
  if (item.attention.includes('your_turn'))
    return { intent: 'accent', label: ATTENTION_WORDS.your_turn.label(), isMine: true };
  const { tone, label } = STATUS_WORDS[item.status];
  return STATUS_OF_PERSON[item.status]?.(item) ?? { intent: tone, label: label() };
}

/** Returns what needs attention beyond the status itself. The row's date says when it expires. */
export function listRowBadges(item: EnvelopeListItem): readonly RowStatus[] {
  return item.attention
    .filter((reason) => reason !== item.status && reason !== 'your_turn' && reason !== 'expiring_soon')
    .map((reason) => ({ intent: ATTENTION_WORDS[reason].tone, label: ATTENTION_WORDS[reason].label() }));
}

/** What needn't be told as the latest activity: the rest of the row says who was asked, and how many have signed. */
export const TOLD_BY_ROW: ReadonlySet<EnvelopeListItem['latestActivity']['action']> = new Set([
  'participant.link_issued',
  'participant.signed',
  'participant.approved',
]);

const ANSWERS = { signed: 'done', declined: 'refused', pending: null } as const;

/** Returns how far a person of the envelope is. Those whose turn it is have been asked. */
export function getTurn(
  { status, waitingFor }: EnvelopeListItem,
  signer: EnvelopeListItem['signers'][number],
): 'done' | 'now' | 'refused' | 'later' {
  const answer = ANSWERS[signer.status];
  if (answer !== null) return answer;
  const isAsked = signer.participantId === waitingFor?.participantId || signer.lastEventAt !== null;
  return status === 'in_progress' && isAsked ? 'now' : 'later';
}
