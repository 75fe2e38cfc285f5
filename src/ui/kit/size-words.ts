import { getLocale } from '#i18n/compiled/runtime.js';

const MIB = 1024 * 1024;

/** Formats a number of bytes: in kilobytes below a megabyte, else in megabytes of 1,048,576 bytes. */
export function sizeWords(bytes: number): string {
  return bytes < MIB ? format(Math.ceil(bytes / 1024), 'kilobyte', 0) : format(bytes / MIB, 'megabyte', 1);
}

function format(value: number, unit: string, digits: number): string {
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
