export const AUTO_SOURCES = [
  'signed_date',
  'signer_name',
  'signer_email',
  'signer_company',
  'signer_title',
  'sender_name',
  'sender_email',
  'sender_organization',
] as const;
export type AutoSource = (typeof AUTO_SOURCES)[number];

export const FIELD_SOURCES = ['manual', 'detected', 'template', 'form'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

/**
 * The form of a field's value. `validate.ts` has a rule for each. `choice` means one of the options, or a
 * tick if there are none; `options` any number of them, each on a line.
 */
export type ValueForm =
  'text' | 'date' | 'email' | 'number' | 'phone' | 'tick' | 'option' | 'choice' | 'options' | 'file';

/**
 * Details that only some types take. For example, a length applies to text, and a range to numbers and dates.
 */
export type TypeDetail =
  | 'format'
  | 'range'
  | 'length'
  | 'pattern'
  | 'placeholder'
  | 'multiline'
  | 'align'
  | 'fontSize'
  | 'comb'
  | 'formula';

export type FieldTypeFacts = {
  /**
   * How the signer answers: a signature, initials or a stamp, typed text, a tick, a choice, or a file. `none`: the sender
   * puts it on the page before sending, and nobody answers it.
   */
  readonly answer: 'mark' | 'text' | 'tick' | 'choice' | 'file' | 'none';
  readonly value: ValueForm;
  readonly options: 'none' | 'allowed' | 'required';
  /** Whether the field can start with a value. */
  readonly takesPrefill: boolean;
  readonly details: readonly TypeDetail[];
  readonly startsRequired: boolean;
  /** How many fields in a group the signer may choose. Null for types that don't form groups. */
  readonly groupLimit: 'one' | 'many' | null;
  /** The signer's detail that is suggested for an empty field. */
  readonly suggestion: 'name' | 'email' | 'company' | 'title' | null;
};

const TYPESETTING = ['align', 'fontSize', 'comb'] as const;
const WORDS = ['length', 'pattern', 'placeholder', ...TYPESETTING] as const;

const TEXT = {
  answer: 'text',
  value: 'text',
  options: 'none',
  takesPrefill: true,
  details: WORDS,
  startsRequired: true,
  groupLimit: null,
  suggestion: null,
} as const satisfies Partial<FieldTypeFacts>;
const MARK = { ...TEXT, answer: 'mark', value: 'tick', takesPrefill: false, details: [] } as const;
const ANNOTATION = { ...TEXT, answer: 'none', startsRequired: false, details: [] } as const;

/**
 * Every field type. Validation, input, drawing, import, and preview read this table. See
 * `docs/decisions/field-catalogue.md`.
 */
export const FIELD_CATALOGUE = {
  signature: { ...MARK },
  initials: { ...MARK },
  stamp: { ...MARK },
  date: {
    ...TEXT,
    value: 'date',
    details: ['format', 'range', ...TYPESETTING],
  },
  name: { ...TEXT, suggestion: 'name' },
  email: { ...TEXT, value: 'email', suggestion: 'email' },
  company: { ...TEXT, suggestion: 'company' },
  title: { ...TEXT, suggestion: 'title' },
  text: { ...TEXT, details: [...WORDS, 'multiline'] },
  number: {
    ...TEXT,
    value: 'number',
    details: ['format', 'range', 'placeholder', 'formula', ...TYPESETTING],
  },
  checkbox: {
    ...TEXT,
    answer: 'tick',
    value: 'tick',
    details: [],
    startsRequired: false,
    groupLimit: 'many',
  },
  radio: {
    ...TEXT,
    answer: 'tick',
    value: 'choice',
    details: [],
    options: 'allowed',
    groupLimit: 'one',
  },
  dropdown: {
    ...TEXT,
    answer: 'choice',
    value: 'option',
    details: ['placeholder', 'align', 'fontSize'],
    options: 'required',
  },
  choices: {
    ...TEXT,
    answer: 'choice',
    value: 'options',
    details: ['range', 'placeholder', 'align', 'fontSize'],
    options: 'required',
  },
  phone: { ...TEXT, value: 'phone' },
  attachment: {
    ...TEXT,
    answer: 'file',
    value: 'file',
    takesPrefill: false,
    details: [],
    startsRequired: false,
  },
  note: {
    ...ANNOTATION,
    details: ['multiline', 'align', 'fontSize'],
  },
  strikethrough: {
    ...ANNOTATION,
    value: 'tick',
    takesPrefill: false,
  },
} as const satisfies Readonly<Record<string, FieldTypeFacts>>;

export type FieldType = keyof typeof FIELD_CATALOGUE;
export const FIELD_TYPES = Object.keys(FIELD_CATALOGUE) as [FieldType, ...FieldType[]];

/** Returns what the catalogue says about a field type. */
export function getFieldTypeFacts(type: FieldType): FieldTypeFacts {
  return FIELD_CATALOGUE[type];
}
