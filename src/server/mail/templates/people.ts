import type { ParticipantRole } from '#domain/envelope/status.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock } from '../content.ts';
import type { Words } from '../template.ts';
import { formatDay, type Place } from '../wording.ts';

/** Someone who has signed or approved. */
export type PersonWhoActed = {
  readonly name: string;
  readonly role: ParticipantRole;
  readonly signedAt: Timestamp;
};

/** Someone whose signature or approval is still waited for, as the recipient of an email sees them. */
export type PersonWaitedFor = { readonly name: string; readonly turn: 'own' | 'same' | 'later' };

/** Lists people with the day on which they signed or approved, then those who haven't. */
export function listPeople(
  people: readonly PersonWhoActed[],
  place: Place,
  { label }: Words,
  waiting: readonly PersonWaitedFor[] = [],
): MailBlock {
  const acted = people.map(({ name, role, signedAt }) => ({
    name,
    fact: label(DONE[role], { date: formatDay(signedAt, place) }),
  }));
  const others = waiting.map(({ name, turn }) => ({
    name: turn === 'own' ? label(m.ask_you) : name,
    fact: label(TURNS[turn]),
  }));
  return { kind: 'list', rows: [...acted, ...others] };
}

const TURNS = {
  own: m.participant_your_turn,
  same: m.participant_same_time,
  later: m.participant_after_you,
} as const;

const DONE = { signer: m.mail_signed_on, approver: m.mail_approved_on } as const;
