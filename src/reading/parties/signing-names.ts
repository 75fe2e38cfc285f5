import { endsInLegalForm, LEGAL_FORM } from './legal-forms.ts';
import type { NamedSegment } from './party-names.ts';

const TAIL = 25_000;
const WITNESS =
  /IN WITNESS WHEREOF|In witness whereof|AGREED AND ACCEPTED|ACCEPTED AND AGREED|The parties have (?:caused|executed)/;
/** The footer on copies from SEC filings. */
const FILED_FROM = /Source: .{1,80}?, \d{1,2}\/\d{1,2}\/\d{4}/g;
const NAME_ABOVE = new RegExp(
  String.raw`((?:[\p{Lu}\d][\p{L}\d.'&/-]*,?\s(?:of\s|and\s|&\s|the\s|for\s)?){1,8}?(?i:${LEGAL_FORM}))[\s,:]{1,3}(?=(?:an?\s[\p{L} ]{3,50}\s)?(?:By|BY|Signed|Signature|Name|Per)\s?:)`,
  'gu',
);

/** Returns the legal persons right above signature lines. Meant for contracts whose preamble names nobody. */
export function findSigningNames(text: string): NamedSegment[] {
  const from = text.search(WITNESS);
  const base = from < 0 ? Math.max(0, text.length - TAIL) : from;
  const found: NamedSegment[] = [];
  const tail = text.slice(base, base + TAIL).replace(FILED_FROM, (footer) => ' '.repeat(footer.length));
  for (const match of tail.matchAll(NAME_ABOVE)) {
    const name = (match[1] ?? '').trim();
    if (!endsInLegalForm(name)) continue;
    const start = base + match.index;
    found.push({ name, aliases: [], start, end: start + match[0].length, confidence: 0.6 });
  }
  return found.length > 6 ? [] : found;
}
