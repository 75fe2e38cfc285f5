import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';

/** Whether a field is a suggestion that nobody has accepted yet. */
export function isProposal({ source }: DraftField): boolean {
  return source === 'detected';
}

/**
 * Returns the draft with suggestions accepted: they become regular fields with their suggested automatic
 * values. Unassigned ones are assigned to `owner`.
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

/** Returns the draft without the suggestions among the given fields. */
export function withDismissed(draft: Draft, keys: ReadonlySet<string>): Draft {
  return { ...draft, fields: draft.fields.filter((field) => !(keys.has(field.key) && isProposal(field))) };
}

/**
 * Returns the draft with a participant matched to a detected party: its suggestions become theirs, and the
 * placeholder for the party is removed.
 */
export function withParty(draft: Draft, partyIndex: number, participantKey: string): Draft {
  const standIns = draft.participants.filter((participant) => isPlaceholderFor(participant, partyIndex));
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

/** Whether a participant is only a placeholder for a detected party. */
export function isPlaceholderFor({ slot }: DraftParticipant, partyIndex: number): boolean {
  return slot.kind === 'party' && slot.index === partyIndex;
}
