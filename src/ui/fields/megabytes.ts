import { getLocale } from '#i18n/compiled/runtime.js';

const MB = 1024 * 1024;

/** Formats a limit in bytes as megabytes of 1,048,576 bytes. */
export function formatMegabytes(bytes: number): string {
  return new Intl.NumberFormat(getLocale(), { style: 'unit', unit: 'megabyte' }).format(bytes / MB);
}
