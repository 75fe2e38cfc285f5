import { expect, it } from 'vitest';
import { getTextLayout } from '#domain/field/value/text-layout.ts';

it.each([
  ['Ada', null, 'ltr', 'left'],
  ['28 בנובמבר 2026', null, 'rtl', 'right'],
  ['اتفاقية القاهرة ١٢٣', null, 'rtl', 'right'],
  ['ABC שלום', null, 'ltr', 'left'],
  // Numbers alone have no direction of their own.
  ['1,234.50', null, 'ltr', 'left'],
  ['שרה', 'left', 'rtl', 'left'],
  ['Ada', 'center', 'ltr', 'center'],
] as const)('%s, aligned %s: %s, %s', (text, align, direction, side) => {
  expect(getTextLayout(text, align)).toEqual({ direction, side });
});
