import { toPrintable, toPrintableLines } from '#domain/text.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';

/** Checks whether a field has a value that must be visible on its page. */
export function isPrinted({ type, value, mark }: SealField): boolean {
  switch (type) {
    case 'signature':
    case 'initials':
      return mark !== undefined && (mark.kind !== 'typed' || toPrintable(mark.text) !== '');
    case 'checkbox':
      return value === 'true';
    case 'radio':
      return !['', 'false'].includes(toPrintable(value));
    default:
      return toPrintableLines(value).trim() !== '';
  }
}
