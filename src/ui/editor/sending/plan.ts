import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { getAuthenticationName } from '#ui/kit/authentication-name.ts';
import { formatExactTime } from '#ui/kit/time.ts';
import type { Draft, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { getDeliveryName } from '#ui/editor/participants/delivery-name.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';

/** Someone who hears of the envelope. `position` is that among the recipients; null for a copy. */
type PlannedPerson = {
  readonly name: string;
  readonly email: string;
  readonly position: number | null;
  readonly notes: readonly string[];
};
/** Who hears of the envelope at the same moment. */
export type PlanStep = { readonly when: string; readonly people: readonly PlannedPerson[] };

/** Lists who hears of the envelope and when. `sendAt` is ISO 8601, UTC; null for now. */
export function buildPlan({ participants, copies, fields }: Draft, sendAt: string | null): PlanStep[] {
  const groups = getSigningGroups(participants);
  const listGroup = (group: number) =>
    participants.flatMap((participant, position) =>
      groups[position] === group ? [{ participant, position }] : [],
    );
  const listCopies = (when: Draft['copies'][number]['when']) =>
    copies
      .filter((copy) => copy.when === when && copy.email.trim() !== '')
      .map(({ name, email }) => ({ name, email, position: null, notes: [m.editor_send_copy()] }));
  const steps = [...new Set(groups)].map((group) => ({
    when:
      group > 0
        ? m.editor_send_after({
            names: formatNames(listGroup(group - 1).map(({ participant }) => participant.name)),
          })
        : sendAt === null
          ? m.editor_send_at_once()
          : formatExactTime(sendAt, 'local'),
    people: [
      ...listGroup(group).map(({ participant, position }) => {
        const { key, name, email } = participant;
        const count = fields.filter(({ participantKey }) => participantKey === key).length;
        return { name, email, position, notes: listNotes(participant, count) };
      }),
      ...(group === 0 ? listCopies('sent') : []),
    ],
  }));
  return [...steps, { when: m.editor_send_completed(), people: listCopies('completed') }];
}

function listNotes(participant: DraftParticipant, fieldCount: number): string[] {
  const { role, delivery, authentication } = participant;
  return [
    ...(delivery === 'email' ? [] : [getDeliveryName(delivery)]),
    ...(role === 'approver' ? [m.envelopes_role_approver_name()] : []),
    ...(authentication === 'link' ? [] : [getAuthenticationName(authentication)]),
    fieldCount === 0 ? m.editor_no_fields() : m.editor_fields_count({ count: fieldCount }),
  ];
}

function formatNames(names: readonly string[]): string {
  return new Intl.ListFormat(getLocale()).format(names);
}
