/** The colors of labels, taken from the palette of the pages. */
export const LABEL_COLORS = ['gray', 'indigo', 'teal', 'amber', 'pink', 'green', 'red'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/**
 * A word that an organization files its envelopes under. Recipients never see it, and it isn't part of the
 * evidence.
 */
export type Label = { readonly id: string; readonly name: string; readonly color: LabelColor };
