import type { FieldFormat } from '#domain/field/formats.ts';
import { FIELD_TYPES, type FieldType } from '#domain/field/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { getFieldTypeName } from '#ui/kit/field-type-name.ts';

/** What the palette offers: a type, or `amount`, which is a number in the format of money. */
export type PaletteItem = FieldType | 'amount';

const MARKS: readonly FieldType[] = ['signature', 'initials', 'stamp'];
/** What the sender puts on the pages. */
const OWN: readonly FieldType[] = ['note', 'strikethrough'];
const PERSON: readonly FieldType[] = ['name', 'email', 'company', 'title', 'phone'];

type PaletteGroup = { readonly title: (() => string) | null; readonly items: readonly PaletteItem[] };

/**
 * The field types as the palette groups them. Types that no group names are in the group of types to fill in.
 */
export const PALETTE: readonly PaletteGroup[] = [
  { title: null, items: MARKS },
  { title: m.editor_palette_person, items: PERSON },
  {
    title: m.editor_palette_answers,
    items: withAmount(FIELD_TYPES.filter((type) => ![...MARKS, ...PERSON, ...OWN].includes(type))),
  },
  { title: m.editor_palette_own, items: OWN },
];

/** The types that a phone shows without opening the palette. */
export const FIRST_TYPES: readonly FieldType[] = ['signature', 'initials', 'date', 'text', 'checkbox'];

/** Returns the types with an amount of money after the number. */
export function withAmount(types: readonly FieldType[]): readonly PaletteItem[] {
  return types.flatMap((type) => (type === 'number' ? [type, 'amount'] : [type]));
}

/** Returns the type of the field that an item of the palette becomes. */
export function getItemType(item: PaletteItem): FieldType {
  return item === 'amount' ? 'number' : item;
}

export function getItemName(item: PaletteItem): string {
  return item === 'amount' ? m.editor_palette_amount() : getFieldTypeName(item);
}

/** Returns the item of the palette that a field looks like. */
export function findItem({ type, format }: MoneyLike): PaletteItem {
  return type === 'number' && format?.currency != null ? 'amount' : type;
}

type MoneyLike = { readonly type: FieldType; readonly format: FieldFormat | null };

/** The currencies of regions whose languages the dashboard speaks. Elsewhere, the euro is as good a guess as any. */
const CURRENCIES: Readonly<Partial<Record<string, string>>> = {
  ...{ AE: 'AED', AU: 'AUD', BR: 'BRL', CA: 'CAD', CH: 'CHF', CN: 'CNY', EG: 'EGP', GB: 'GBP', HK: 'HKD' },
  ...{ IL: 'ILS', IN: 'INR', JP: 'JPY', MX: 'MXN', NZ: 'NZD', PL: 'PLN', SA: 'SAR', TW: 'TWD', US: 'USD' },
};

/**
 * Returns the format of a new amount: in the currency of the last amount of the draft, or else in that of the
 * sender's region, with its usual number of decimals.
 */
export function createAmountFormat(fields: readonly MoneyLike[]): FieldFormat {
  const last = fields.findLast((field) => findItem(field) === 'amount')?.format;
  if (last != null) return last;
  const language = getLocale();
  const tag = navigator.languages.find((one) => one.split('-')[0] === language) ?? language;
  const currency = CURRENCIES[new Intl.Locale(tag).maximize().region ?? ''] ?? 'EUR';
  return { pattern: 'locale', currency, decimals: countCurrencyDecimals(currency) };
}

/** Returns how many decimals amounts in a currency usually have. */
export function countCurrencyDecimals(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
