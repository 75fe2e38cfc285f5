import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import { normalizeLabelWords } from '#reading/labels/label-words.ts';
import type { PageBox } from '#reading/page/page-facts.ts';

/** A field on a page, with its label. */
export type Labeled = { readonly box: PageBox; readonly kind: FieldType; readonly label: string };

/**
 * The largest distance between a signature and its related fields, in points: beside it, and on the lines
 * above and below.
 */
const BESIDE = 330;
const ABOVE = 34;
const BELOW = 62;

/** What can fill in a field next to a place to sign, by the field's type. */
const SOURCES: Readonly<Record<FieldType, AutoSource | null>> = {
  signature: null,
  initials: null,
  stamp: null,
  date: 'signed_date',
  name: 'signer_name',
  email: 'signer_email',
  company: 'signer_company',
  title: 'signer_title',
  text: null,
  number: null,
  checkbox: null,
  radio: null,
  dropdown: null,
  choices: null,
  phone: null,
  attachment: null,
  note: null,
  strikethrough: null,
};

/**
 * Returns what can fill in each field. Next to a signature, that's the signer's details and date. Other dates
 * and names are left to people.
 */
export function findAutoSources(fields: readonly Labeled[]): (AutoSource | null)[] {
  const signatures = fields.filter(({ kind, label }) => kind === 'signature' && !isOthers(label));
  return fields.map((field) => {
    const source = SOURCES[field.kind];
    if (source === null || isOthers(field.label)) return null;
    if (!signatures.some(({ box }) => isNearSignature(field.box, box))) return null;
    return source === 'signed_date' && !SIGNED.test(normalizeLabelWords(field.label)) ? null : source;
  });
}

/** People who sign a form because of their office or trade rather than as the subject of the form. */
const OTHERS =
  /\b(preparer|witness|notary|judge|magistrate|clerk|interpreter|translator|zeuge|notar|richter|temoin|notaire|juge|testigo|notario|juez|testimone|notaio|giudice|swiadek|notariusz|sedzia|getuige|notaris|rechter)\b/;

function isOthers(label: string): boolean {
  return OTHERS.test(normalizeLabelWords(label));
}

/** Labels that ask for nothing more than the date of signing. */
const SIGNED =
  /^[^\p{L}]*((today'?s )?date( signed| of signing| of signature)?|signature date|date and time|dated|datum|ort,? (und )?datum|den|date de signature|fait le|le|fecha( de firma)?|data( podpisu| della firma| da assinatura)?|dnia)[^\p{L}]*(\(?(mm|dd|month|mo|day).*)?$/u;

function isNearSignature(box: PageBox, signature: PageBox): boolean {
  const bottom = box.y + box.height - signature.y - signature.height;
  if (bottom < -ABOVE || bottom > BELOW) return false;
  const gap = Math.max(box.x - signature.x - signature.width, signature.x - box.x - box.width);
  return Math.abs(bottom) < signature.height + 6 ? gap < BESIDE : gap < 0;
}
