import type { FieldType } from '#domain/field/catalogue.ts';
import type { FieldDetails } from '#domain/field/details.ts';
import type { Language } from '#domain/language.ts';
import type { FieldFile } from './field-file.ts';
import type { MarkInput } from '#wire/signer.ts';

/** What an input needs to know about a field. Every wire field fits this type. */
export type InputField = Pick<FieldDetails, 'format' | 'multiline' | 'align' | 'comb'> & {
  readonly id: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly group: string | null;
  /** The field's height as a fraction of the page's height. */
  readonly height: number;
};

/** Properties of every field input. Inputs show `value` and report changes; they keep no state. */
export type FieldInputProps = {
  field: InputField;
  /** Accessible name: label, page, and whether an answer is required. */
  label: string;
  inputId: string;
  value: string;
  /** Identifier of the element with the error message, if there is one. */
  describedBy?: string | undefined;
  invalid?: boolean;
  readonly?: boolean;
  /**
   * On the page, an input fills its box and has no style of its own; otherwise it is an ordinary form
   * control.
   */
  bare?: boolean;
  /** The language of formats that don't set one of their own. */
  language?: Language;
  /** Shown in an empty input. */
  placeholder?: string | undefined;
  /** The adopted signature, initials or stamp, for fields that take one. */
  mark?: MarkInput | undefined;
  /** The files of an attachment field. */
  file?: FieldFile | undefined;
  onchange?: ((value: string) => void) | undefined;
  onleave?: (() => void) | undefined;
  /** Called when Enter is pressed in a one-line input, to go to the next field. */
  onadvance?: (() => void) | undefined;
  /** Called when the person wants to make or change their mark. */
  onmark?: (() => void) | undefined;
};

/** Boxes taller than this share of a page take several lines of text. */
const TALL_BOX = 0.045;

/**
 * Checks whether a field takes more than one line of text, either because its sender says so or because its
 * box is tall.
 */
export function isMultiline(field: InputField): boolean {
  return (
    field.multiline ||
    field.type === 'choices' ||
    (field.type === 'text' && field.comb === null && field.height >= TALL_BOX)
  );
}

type Typing = {
  readonly type: 'text' | 'email' | 'tel' | 'date';
  readonly inputmode?: 'text' | 'email' | 'tel' | 'decimal';
  readonly autocomplete: 'off' | 'name' | 'email' | 'tel' | 'organization' | 'organization-title';
};

const PLAIN: Typing = { type: 'text', autocomplete: 'off' };

/**
 * The keyboard and autofill of each field type that people type into. The email field isn't an `email` input,
 * because browsers rewrite international domains.
 */
export const TYPING: Readonly<Record<FieldType, Typing>> = {
  signature: PLAIN,
  initials: PLAIN,
  stamp: PLAIN,
  date: { type: 'date', autocomplete: 'off' },
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'text', inputmode: 'email', autocomplete: 'email' },
  company: { type: 'text', autocomplete: 'organization' },
  title: { type: 'text', autocomplete: 'organization-title' },
  text: PLAIN,
  number: { type: 'text', inputmode: 'decimal', autocomplete: 'off' },
  checkbox: PLAIN,
  radio: PLAIN,
  dropdown: PLAIN,
  choices: PLAIN,
  phone: { type: 'tel', inputmode: 'tel', autocomplete: 'tel' },
  attachment: PLAIN,
  note: PLAIN,
  strikethrough: PLAIN,
};
