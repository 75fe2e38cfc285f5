import type { FieldType } from '#domain/field/catalogue.ts';
import type { MarkInput } from '#wire/signer.ts';

/** What an input needs to know about a field; every wire field fits. */
export type InputField = {
  readonly id: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly options: readonly string[] | null;
  readonly group: string | null;
  /** Fraction of the page's height. */
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
  /** On the page, an input fills its box and has no style of its own; otherwise it is an ordinary form control. */
  bare?: boolean;
  /** Shown in an empty bare input, which has no label next to it. */
  placeholder?: string | undefined;
  /** The adopted signature or initials, for fields that take one. */
  mark?: MarkInput | undefined;
  onchange?: ((value: string) => void) | undefined;
  onleave?: (() => void) | undefined;
  /** Enter in a one-line input: goes to the next field. */
  onadvance?: (() => void) | undefined;
  /** The person wants to make or change their mark. */
  onmark?: (() => void) | undefined;
};

/** Boxes taller than this share of a page take several lines of text. */
const TALL_BOX = 0.045;

/** Whether a field's box is for more than one line of text. */
export function takesLines(field: InputField): boolean {
  return field.type === 'text' && field.height >= TALL_BOX;
}

/** Whether a field is a box to tick: a checkbox, or a radio button that is one of a group of boxes. */
export function isTickBox(field: Pick<InputField, 'type' | 'options'>): boolean {
  return field.type === 'checkbox' || (field.type === 'radio' && (field.options ?? []).length === 0);
}

type Typing = {
  readonly type: 'text' | 'email' | 'tel' | 'date';
  readonly inputmode?: 'text' | 'email' | 'tel' | 'decimal';
  readonly autocomplete: 'off' | 'name' | 'email' | 'tel' | 'organization' | 'organization-title';
};

/** Keyboard and completion that fit a field of text. E-mail is no `email` input: browsers would rewrite international domains. */
export function typingOf(type: FieldType): Typing {
  switch (type) {
    case 'date':
      return { type: 'date', autocomplete: 'off' };
    case 'email':
      return { type: 'text', inputmode: 'email', autocomplete: 'email' };
    case 'phone':
      return { type: 'tel', inputmode: 'tel', autocomplete: 'tel' };
    case 'number':
      return { type: 'text', inputmode: 'decimal', autocomplete: 'off' };
    case 'name':
      return { type: 'text', autocomplete: 'name' };
    case 'company':
      return { type: 'text', autocomplete: 'organization' };
    case 'title':
      return { type: 'text', autocomplete: 'organization-title' };
    default:
      return { type: 'text', autocomplete: 'off' };
  }
}
