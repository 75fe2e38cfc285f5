/**
 * Checks whether a participant may see a field's value. A private value is visible only to its own
 * participant, and all others are visible to everyone.
 */
export function isVisibleTo(
  field: { readonly private: boolean; readonly participantId: string | null },
  participantId: string,
): boolean {
  return !field.private || field.participantId === participantId;
}

/** Checks whether someone may see all answers of an envelope, and therefore the files that contain them. */
export function canSeeAllAnswers(
  graph: {
    readonly fields: readonly {
      readonly private: boolean;
      readonly participantId: string | null;
      readonly value: string | null;
    }[];
  },
  /** The id of a participant or copy recipient; null for the sender. */
  readerId: string | null,
): boolean {
  return (
    readerId === null || graph.fields.every((field) => field.value === null || isVisibleTo(field, readerId))
  );
}
