const PLAIN = /^[+-]?\d+(\.\d+)?$/;
const GROUPS = /[ '\u00a0\u202f]/g;

/**
 * Converts a number as people write it to a plain decimal number: `1 234,50`, `1.234,50` and `1,234.50`
 * become `1234.50`. A single point separates decimals, and so does a single comma unless three digits follow.
 * Returns null if the text isn't a number.
 */
export function parsePlainNumber(text: string): string | null {
  const compact = text.trim().replace(GROUPS, '');
  if (PLAIN.test(compact)) return compact;
  const decimalSign = compact.lastIndexOf(',') > compact.lastIndexOf('.') ? ',' : '.';
  const groupSign = decimalSign === ',' ? '.' : ',';
  const at = compact.lastIndexOf(decimalSign);
  const isGrouping =
    at === -1 ||
    compact.indexOf(decimalSign) !== at ||
    (decimalSign === ',' && !compact.includes('.') && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(compact));
  const plain = isGrouping
    ? compact.replaceAll(decimalSign, '').replaceAll(groupSign, '')
    : `${compact.slice(0, at).replaceAll(groupSign, '')}.${compact.slice(at + 1)}`;
  return PLAIN.test(plain) ? plain : null;
}
