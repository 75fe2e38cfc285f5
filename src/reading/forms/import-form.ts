import type { DocumentFormField, FormFieldKind } from '#domain/document/intake.ts';
import type { FoundField } from '#domain/envelope/detect.ts';
import { FIELD_TYPES, type FieldType } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo, toPrintable } from '#domain/text.ts';

/** The kind of PDF form field that each type is imported from; null for types that PDF forms don't have. */
const IMPORTED_FROM: Readonly<Record<FieldType, FormFieldKind | null>> = {
  signature: 'signature',
  initials: null,
  stamp: null,
  date: null,
  name: null,
  email: null,
  company: null,
  title: null,
  text: 'text',
  number: null,
  checkbox: 'checkbox',
  radio: 'radio',
  dropdown: 'dropdown',
  choices: null,
  phone: null,
  attachment: null,
  note: null,
  strikethrough: null,
};

const TYPES = new Map<FormFieldKind | null, FieldType>(
  FIELD_TYPES.map((type) => [IMPORTED_FROM[type], type]),
);

/**
 * Imports the fields of a PDF form (AcroForm): type, place, label, required, choices, and groups of radio
 * buttons. Filled-in and read-only fields remain part of the page.
 */
export function importForm(form: readonly DocumentFormField[]): FoundField[] {
  const answered = new Set(form.filter(isAnswered).map(({ name }) => name));
  const open = form.filter(({ name, readOnly }) => !readOnly && !answered.has(name));
  return open.map((field) => importField(field, open));
}

function isAnswered({ kind, value }: DocumentFormField): boolean {
  if (kind === 'checkbox') return value === 'true';
  return value !== null && value.trim() !== '';
}

function importField(field: DocumentFormField, form: readonly DocumentFormField[]): FoundField {
  const { kind, page, x, y, width, height, required } = field;
  const options = kind === 'dropdown' || kind === 'radio' ? listOptions(field) : [];
  const group = findQuestion(field, form);
  return {
    // A dropdown without choices accepts any text.
    type: kind === 'dropdown' && options.length === 0 ? 'text' : (TYPES.get(kind) ?? 'text'),
    page,
    box: { x, y, width, height },
    // The widgets of a group share a tooltip and a name. Only the choice distinguishes one from the others.
    label: kind === 'radio' && options.length === 1 ? (options[0] ?? null) : getLabel(field),
    required,
    options: options.length === 0 ? null : options,
    group: kind === 'radio' && group !== '' ? group : null,
    partyIndex: null,
    proposedAutoSource: null,
    source: 'form',
  };
}

/**
 * Returns what the widgets of one field ask together, as short as a group's name may be: their tooltip, which is
 * written for people, unless another field would have the same question, or else their name.
 */
function findQuestion({ name, label }: DocumentFormField, form: readonly DocumentFormField[]): string {
  const shorten = (text: string) => cutTo(toPrintable(text), LIMITS.groupMaxChars);
  const question = shorten(label ?? '');
  const isOwn = form.every((other) =>
    other.name === name
      ? other.label === label
      : shorten(other.label ?? '') !== question && shorten(other.name) !== question,
  );
  return question !== '' && isOwn ? question : shorten(name);
}

function listOptions({ options }: DocumentFormField): string[] {
  const shown = options.map((option) => cutTo(toPrintable(option), LIMITS.labelMaxChars));
  return [...new Set(shown.filter((option) => option !== ''))].slice(0, LIMITS.optionsMax);
}

/**
 * Returns the tooltip, which is written for people, or else the last part of the name (ISO 32000-2,
 * 12.7.4.2).
 */
function getLabel({ label, name }: DocumentFormField): string | null {
  const shown = toPrintable(label ?? name.slice(name.lastIndexOf('.') + 1));
  return shown === '' ? null : cutTo(shown, LIMITS.labelMaxChars);
}
