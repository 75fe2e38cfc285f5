import type { FieldType } from './catalogue.ts';

/**
 * The English name of each type. The API uses it as the label of a field without one; pages have names in their
 * own language.
 */
export const TYPE_LABELS: Readonly<Record<FieldType, string>> = {
  signature: 'Signature',
  initials: 'Initials',
  stamp: 'Stamp',
  date: 'Date',
  name: 'Name',
  email: 'Email',
  company: 'Company',
  title: 'Title',
  text: 'Text',
  number: 'Number',
  checkbox: 'Checkbox',
  radio: 'Radio button',
  dropdown: 'Dropdown',
  choices: 'Multiple select',
  phone: 'Phone',
  attachment: 'Attachment',
  note: 'Fixed text',
  strikethrough: 'Strikethrough',
};
