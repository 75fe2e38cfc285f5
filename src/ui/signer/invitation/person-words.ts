import { m } from '#i18n/compiled/messages.js';
import type { ShownPerson } from '#wire/shown-person.ts';

/**
 * Describes a person's status from the reader's point of view: before the reader, after them, or at the same
 * time.
 */
export function describePersonStatus(
  person: ShownPerson,
  people: readonly ShownPerson[],
): { readonly text: string; readonly color: string; readonly isMyTurn: boolean } {
  const isReadersTurn = people.some(({ isMe, isTheirTurn }) => isMe && isTheirTurn);
  const toQuiet = (text: string) => ({ text, color: 'text-faint', isMyTurn: false });
  if (person.status === 'signed') {
    const text = person.role === 'approver' ? m.participant_approved() : m.participant_signed();
    return { text, color: 'text-ok', isMyTurn: false };
  }
  if (person.status === 'declined')
    return { text: m.participant_declined(), color: 'text-danger', isMyTurn: false };
  if (person.isMe && person.isTheirTurn) return { ...toQuiet(m.participant_your_turn()), isMyTurn: true };
  if (person.isTheirTurn) return toQuiet(isReadersTurn ? m.participant_same_time() : m.participant_next());
  return toQuiet(isReadersTurn ? m.participant_after_you() : m.participant_later());
}
