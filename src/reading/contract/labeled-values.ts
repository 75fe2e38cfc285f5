import type { EnvelopeField } from '#domain/envelope/graph.ts';

export const SEMANTIC_DATES = ['agreement', 'effective', 'expiration'] as const;
export type SemanticDateKind = (typeof SEMANTIC_DATES)[number];

export type LabeledValue = { readonly value: string; readonly text: string; readonly page: number };
export type LabeledMeaning = {
  readonly dates: readonly (LabeledValue & { readonly kind: SemanticDateKind })[];
  readonly governingLaw: LabeledValue | null;
};

const DATE_LABELS: { readonly [K in SemanticDateKind]: RegExp } = {
  agreement: /^(agreement|contract) date$|^date of (the )?(agreement|contract)$/,
  effective: /^(effective|start|commencement) date$|^effective (as of|from)$/,
  expiration: /^(expiration|expiry|end|termination) date$|^expires( on)?$|^valid until$/,
};
const LAW_LABEL = /^(governing|applicable) law$|^governed by( the laws? of)?$|^law of$/;

/**
 * Returns the dates and the governing law that signed fields give, by their labels. If several fields have
 * the same meaning, the first wins.
 */
export function readLabeledMeaning(fields: readonly EnvelopeField[]): LabeledMeaning {
  const labeled = fields.flatMap(({ label, value, page, type }) =>
    label === null || value === null ? [] : [{ label: toPlainLabel(label), text: label, value, page, type }],
  );
  const dates = SEMANTIC_DATES.flatMap((kind) => {
    const field = labeled.find(({ label, type }) => type === 'date' && DATE_LABELS[kind].test(label));
    return field === undefined ? [] : [{ kind, value: field.value, text: field.text, page: field.page }];
  });
  const law = labeled.find(({ label }) => LAW_LABEL.test(label));
  return {
    dates,
    governingLaw: law === undefined ? null : { value: law.value, text: law.text, page: law.page },
  };
}

function toPlainLabel(label: string): string {
  return label
    .toLowerCase()
    .replace(/[:_*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
