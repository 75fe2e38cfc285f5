type Labeled = { readonly id: string; readonly labels: readonly { readonly id: string }[] };
/** What puts a label back where it was. */
export type LabelUndo = { readonly id: string; readonly add: string[]; readonly remove: string[] };

/** Plans how to undo adding labels to all of the envelopes or removing labels from all of them. */
export function planLabelUndo(
  envelopes: readonly Labeled[],
  put: ReadonlyMap<string, 'on' | 'off'>,
): readonly LabelUndo[] {
  return [...put].flatMap(([id, now]) => {
    const hasLabel = (envelope: Labeled) => envelope.labels.some((label) => label.id === id);
    const changed = envelopes.filter((envelope) => hasLabel(envelope) !== (now === 'on')).map(({ id }) => id);
    if (changed.length === 0) return [];
    return [{ id, add: now === 'off' ? changed : [], remove: now === 'on' ? changed : [] }];
  });
}
