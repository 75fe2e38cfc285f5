/** The colors of labels, those of the page's palette. */
export const LABEL_COLORS = ['gray', 'indigo', 'teal', 'amber', 'pink', 'green', 'red'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** A word that an organization files its envelopes under. It says nothing to recipients and isn't part of the evidence. */
export type Label = { readonly id: string; readonly name: string; readonly color: LabelColor };
