/** Whether a participant may see a field's value: everybody's, or their own if it is private. */
export function isVisibleTo(
  field: { readonly private: boolean; readonly participantId: string | null },
  participantId: string,
): boolean {
  return !field.private || field.participantId === participantId;
}

/** Whether someone may see all answers of an envelope, and so the files that have them all. */
export function canSeeAllAnswers(
  graph: {
    readonly fields: readonly {
      readonly private: boolean;
      readonly participantId: string | null;
      readonly value: string | null;
    }[];
  },
  /** Of a participant or someone who gets a copy; null for the sender. */
  readerId: string | null,
): boolean {
  return (
    readerId === null || graph.fields.every((field) => field.value === null || isVisibleTo(field, readerId))
  );
}
