/** Whether a participant may see a field's value: everybody's, or their own if it is private. */
export function isVisibleTo(
  field: { readonly private: boolean; readonly participantId: string | null },
  participantId: string,
): boolean {
  return !field.private || field.participantId === participantId;
}
