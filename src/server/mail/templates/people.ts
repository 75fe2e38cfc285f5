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

/** Lists people with the day on which they signed or approved. */
export function listPeople(people: readonly PersonWhoActed[], place: Place, { label }: Words): MailBlock {
  const rows = people.map(({ name, role, signedAt }) => ({
    name,
    fact: label(DONE[role], { date: formatDay(signedAt, place) }),
  }));
  return { kind: 'list', rows };
}

const DONE = { signer: m.mail_signed_on, approver: m.mail_approved_on } as const;
