import { getLocale } from '#i18n/compiled/runtime.js';

const MIB = 1024 * 1024;

const GIB = 1024 * MIB;
const TIB = 1024 * GIB;

/**
 * Formats a number of bytes: in kilobytes below a megabyte, else in megabytes of 1,048,576 bytes, or larger
 * units in the same way.
 */
export function formatSize(bytes: number): string {
  if (bytes >= TIB) return format(bytes / TIB, 'terabyte', 1);
  if (bytes >= GIB) return format(bytes / GIB, 'gigabyte', 1);
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
