import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/** Whether detection proposed a field and nobody has accepted it yet. */
export function isProposal({ source }: DraftField): boolean {
  return source === 'detected';
}

/**
 * The draft with proposals accepted: they are fields like any other from then on, filled by what was proposed to fill
 * them. Who had nobody belongs to `owner`.
 */
export function withAccepted(draft: Draft, keys: ReadonlySet<string>, owner: string): Draft {
  const known = new Set(draft.participants.map(({ key }) => key));
  return {
    ...draft,
    fields: draft.fields.map((field) => {
      if (!keys.has(field.key) || !isProposal(field)) return field;
      const isOwned = known.has(field.participantKey);
      return {
        ...field,
        source: 'manual',
        autoSource: field.autoSource ?? field.proposedAutoSource,
        proposedAutoSource: null,
        ...(isOwned ? {} : { participantKey: owner, syntheticRoleId: null, syntheticRoleName: null }),
      };
    }),
  };
}

/** The draft without the proposals among the given fields. */
export function withDismissed(draft: Draft, keys: ReadonlySet<string>): Draft {
  return { ...draft, fields: draft.fields.filter((field) => !(keys.has(field.key) && isProposal(field))) };
}

/**
 * The draft where a participant is a party that was detected: its fields are theirs, still as proposals, and whoever
 * stood for the party until now goes.
 */
export function withParty(draft: Draft, partyIndex: number, participantKey: string): Draft {
  const standIns = draft.participants.filter((participant) => standsFor(participant, partyIndex));
  const gone = new Set(standIns.map(({ key }) => key).filter((key) => key !== participantKey));
  return {
    ...draft,
    participants: draft.participants
      .filter(({ key }) => !gone.has(key))
      .map((participant) =>
        participant.key === participantKey
          ? { ...participant, detectedPartyIndex: participant.detectedPartyIndex ?? partyIndex }
          : participant,
      ),
    fields: draft.fields.map((field) =>
      gone.has(field.participantKey) ? { ...field, participantKey } : field,
    ),
  };
}

/** Whether a participant is nobody yet but a party that was detected. */
export function standsFor({ slot }: DraftParticipant, partyIndex: number): boolean {
  return slot.kind === 'party' && slot.index === partyIndex;
}
