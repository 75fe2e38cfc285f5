export const FIELD_TYPES = [
  'signature',
  'initials',
  'date',
  'name',
  'email',
  'company',
  'title',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
  'phone',
  'attachment',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

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

type FieldTypeFacts = {
  readonly label: string;
  /** How the signer answers: a mark (signature, initials), a line of text, a choice, a tick, or a file. */
  readonly answer: 'mark' | 'text' | 'tick' | 'choice' | 'file';
  /** The size that the editor gives a new field, in points of the page (1/72 inch). */
  readonly defaultSize: { readonly width: number; readonly height: number };
  readonly takesOptions: boolean;
  readonly takesPrefill: boolean;
};

/** What each field type is: the one table that the editor, the signer's page, validation and drawing read. */
export const FIELD_CATALOGUE: { readonly [T in FieldType]: FieldTypeFacts } = {
  signature: fieldType('Signature', 'mark', 180, 44),
  initials: fieldType('Initials', 'mark', 64, 32),
  date: fieldType('Date', 'text', 96, 22),
  name: fieldType('Name', 'text', 170, 22),
  email: fieldType('Email', 'text', 190, 22),
  company: fieldType('Company', 'text', 170, 22),
  title: fieldType('Title', 'text', 150, 22),
  text: fieldType('Text', 'text', 170, 22),
  number: fieldType('Number', 'text', 96, 22),
  checkbox: fieldType('Checkbox', 'tick', 16, 16),
  radio: fieldType('Radio button', 'tick', 16, 16),
  dropdown: fieldType('Dropdown', 'choice', 150, 22),
  phone: fieldType('Phone', 'text', 130, 22),
  attachment: fieldType('Attachment', 'file', 150, 26),
};

function fieldType(
  label: string,
  answer: FieldTypeFacts['answer'],
  width: number,
  height: number,
): FieldTypeFacts {
  const takesOptions = answer === 'choice' || label === 'Radio button';
  return {
    label,
    answer,
    defaultSize: { width, height },
    takesOptions,
    takesPrefill: answer !== 'mark' && answer !== 'file',
  };
}
