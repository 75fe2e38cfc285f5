import { FIELD_TYPES, type FieldType } from '#domain/field/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';

const MARKS: readonly FieldType[] = ['signature', 'initials', 'stamp'];
/** What the sender puts on the pages. */
const OWN: readonly FieldType[] = ['note', 'strikethrough'];
const PERSON: readonly FieldType[] = ['name', 'email', 'company', 'title', 'phone'];

type PaletteGroup = { readonly title: (() => string) | null; readonly types: readonly FieldType[] };

/**
 * The field types as the palette groups them. Types that no group names are in the group of types to fill in.
 */
export const PALETTE: readonly PaletteGroup[] = [
  { title: null, types: MARKS },
  { title: m.editor_palette_person, types: PERSON },
  {
    title: m.editor_palette_answers,
    types: FIELD_TYPES.filter((type) => ![...MARKS, ...PERSON, ...OWN].includes(type)),
  },
  { title: m.editor_palette_own, types: OWN },
];

/** The types that a phone shows without opening the palette. */
export const FIRST_TYPES: readonly FieldType[] = ['signature', 'initials', 'date', 'text', 'checkbox'];
