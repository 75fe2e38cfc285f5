import type { FieldType } from './catalogue.ts';

type Size = { readonly width: number; readonly height: number };

/** The size of a new field of each type, in points (1/72 inch). The signer's page doesn't need it. */
const DEFAULT_SIZES: Readonly<Record<FieldType, Size>> = {
  signature: toSize(180, 44),
  initials: toSize(64, 32),
  stamp: toSize(110, 80),
  date: toSize(96, 22),
  name: toSize(170, 22),
  email: toSize(190, 22),
  company: toSize(170, 22),
  title: toSize(150, 22),
  text: toSize(170, 22),
  number: toSize(96, 22),
  checkbox: toSize(16, 16),
  radio: toSize(16, 16),
  dropdown: toSize(150, 22),
  choices: toSize(150, 60),
  phone: toSize(130, 22),
  attachment: toSize(150, 26),
  note: toSize(170, 22),
  strikethrough: toSize(150, 14),
};

/** Returns the size of a new field of a type, in points. */
export function getDefaultSize(type: FieldType): Size {
  return DEFAULT_SIZES[type];
}

function toSize(width: number, height: number): Size {
  return { width, height };
}
