import { getFieldTypeFacts, type FieldType, type TypeDetail } from './catalogue.ts';
import { listPatterns, type FieldFormat } from './formats.ts';

/** What a value must satisfy beyond its type. Null properties aren't checked. */
export type FieldValidation = {
  /** A number, or an ISO date for a date field. */
  readonly min: number | string | null;
  readonly max: number | string | null;
  /** Counted in characters as people see them (grapheme clusters). */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** A regular expression in RE2 syntax that the whole value must match. */
  readonly pattern: string | null;
  /** The sender's own message for values that break these rules. */
  readonly message: string | null;
};

/** A test of the value of one other field. Exactly one of the four tests is set. */
export type ConditionTerm = {
  readonly key: string;
  readonly is?: string | undefined;
  readonly isNot?: string | undefined;
  readonly isFilled?: boolean | undefined;
  readonly isChecked?: boolean | undefined;
};

/** When a field applies: while all or any of the tests pass. Exactly one of the two is set. */
export type FieldCondition = {
  readonly all?: readonly ConditionTerm[] | undefined;
  readonly any?: readonly ConditionTerm[] | undefined;
};

/** The text that a field was placed by, as it was given. */
export type FieldAnchor = {
  readonly text: string;
  readonly occurrence?: number | 'last' | 'all' | undefined;
  readonly page?: number | undefined;
  /** The document's ID, or its position among the documents, counted from 1. */
  readonly document?: string | number | undefined;
  readonly near?: string | undefined;
  readonly place?: AnchorPlace | undefined;
  readonly dx?: number | undefined;
  readonly dy?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly optional?: boolean | undefined;
};

export const ANCHOR_PLACES = ['over', 'right', 'below', 'above'] as const;
export type AnchorPlace = (typeof ANCHOR_PLACES)[number];

export const ALIGNMENTS = ['left', 'center', 'right'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/**
 * What the sender can set for a field besides its type, place and value. Fields of envelopes and templates
 * share these details.
 */
export type FieldDetails = {
  readonly format: FieldFormat | null;
  readonly validation: FieldValidation | null;
  readonly placeholder: string | null;
  readonly hint: string | null;
  /** The value that the field starts with if it isn't prefilled. */
  readonly defaultValue: string | null;
  readonly multiline: boolean;
  /** Null for the side where the text's writing direction starts. */
  readonly align: Alignment | null;
  /** In points. Null to fit the text to the field. */
  readonly fontSize: number | null;
  /** The number of equal cells, each of which holds one character. */
  readonly comb: number | null;
  /** Whether the value is hidden from other signers. */
  readonly private: boolean;
  readonly condition: FieldCondition | null;
  readonly formula: string | null;
  readonly anchor: FieldAnchor | null;
};

/** The details of a field for which the sender hasn't set any. */
export const NO_DETAILS: FieldDetails = {
  format: null,
  validation: null,
  placeholder: null,
  hint: null,
  defaultValue: null,
  multiline: false,
  align: null,
  fontSize: null,
  comb: null,
  private: false,
  condition: null,
  formula: null,
  anchor: null,
};

/** Returns only the details of a field. */
export function pickDetails(field: FieldDetails): FieldDetails {
  const { format, validation, placeholder, hint, defaultValue, multiline, align } = field;
  const { fontSize, comb, private: isPrivate, condition, formula, anchor } = field;
  return {
    ...{ format, validation, placeholder, hint, defaultValue, multiline, align },
    ...{ fontSize, comb, private: isPrivate, condition, formula, anchor },
  };
}

/** Returns the details of a field without those that its type doesn't take. */
export function keepFittingDetails(type: FieldType, details: FieldDetails): FieldDetails {
  const { details: taken, takesPrefill } = getFieldTypeFacts(type);
  const keepFitting = <T>(detail: TypeDetail, value: T) => (taken.includes(detail) ? value : null);
  const { format, validation } = details;
  return toFieldDetails({
    ...details,
    format: format !== null && listPatterns(type).includes(format.pattern) ? format : null,
    validation: {
      ...{ min: keepFitting('range', validation?.min), max: keepFitting('range', validation?.max) },
      minLength: keepFitting('length', validation?.minLength),
      maxLength: keepFitting('length', validation?.maxLength),
      pattern: keepFitting('pattern', validation?.pattern),
      message: taken.includes('range') || taken.includes('length') ? validation?.message : null,
    },
    placeholder: keepFitting('placeholder', details.placeholder),
    defaultValue: takesPrefill ? details.defaultValue : null,
    multiline: taken.includes('multiline') && details.multiline,
    align: keepFitting('align', details.align),
    fontSize: keepFitting('fontSize', details.fontSize),
    comb: keepFitting('comb', details.comb),
    formula: keepFitting('formula', details.formula),
  });
}

type Given<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** Details as given in requests. Details that are absent, null or an empty text get their default. */
export type FieldDetailsInput = Given<Omit<FieldDetails, 'format' | 'validation'>> & {
  readonly format?: (Given<FieldFormat> & Pick<FieldFormat, 'pattern'>) | null | undefined;
  readonly validation?: Given<FieldValidation> | null | undefined;
};

/** Fills in the defaults for details that weren't given. */
export function toFieldDetails({ format, validation, ...input }: FieldDetailsInput): FieldDetails {
  return {
    format: format
      ? { pattern: format.pattern, decimals: format.decimals ?? null, currency: format.currency ?? null }
      : null,
    validation: toValidation(validation ?? {}),
    placeholder: input.placeholder || null,
    hint: input.hint || null,
    defaultValue: input.defaultValue || null,
    multiline: input.multiline ?? false,
    align: input.align ?? null,
    fontSize: input.fontSize ?? null,
    comb: input.comb ?? null,
    private: input.private ?? false,
    condition: input.condition ?? null,
    formula: input.formula || null,
    anchor: input.anchor ?? null,
  };
}

function toValidation({
  min = null,
  max = null,
  minLength = null,
  maxLength = null,
  pattern,
  message,
}: Given<FieldValidation>): FieldValidation | null {
  const rules = { min, max, minLength, maxLength, pattern: pattern || null, message: message || null };
  return Object.values(rules).every((rule) => rule === null) ? null : rules;
}

/**
 * Returns the value that a field starts with, or null if there is none. A locked field keeps its prefilled
 * value.
 */
export function getInitialValue(
  field: Pick<FieldDetails, 'defaultValue'> & { readonly prefillValue: string | null },
): string | null {
  return field.prefillValue ?? field.defaultValue;
}
