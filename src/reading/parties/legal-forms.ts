/** Endings of the names of legal persons in many countries. */
const FORMS = [
  String.raw`inc(?:orporated)?\.?`,
  String.raw`corp(?:oration)?\.?`,
  String.raw`co\.,? ltd\.?`,
  String.raw`(?:company|co\.?),? (?:limited|ltd\.?|inc\.?)`,
  String.raw`company`,
  String.raw`co\.`,
  String.raw`limited`,
  String.raw`ltda?\.?`,
  String.raw`l\.? ?l\.? ?c\.?`,
  String.raw`l\.? ?l\.? ?p\.?`,
  String.raw`l\.? ?p\.?`,
  String.raw`p\.? ?l\.? ?l\.? ?c\.?`,
  String.raw`p\.? ?l\.? ?c\.?`,
  String.raw`p\.? ?c\.?`,
  String.raw`n\.? ?a\.?`,
  String.raw`partnership`,
  String.raw`gmbh(?: & co\.? kg(?:aa)?)?`,
  String.raw`ug`,
  String.raw`ohg`,
  String.raw`gbr`,
  String.raw`mbb`,
  String.raw`e\. ?k\.`,
  String.raw`e\.? ?g\.`,
  String.raw`kg`,
  String.raw`ag`,
  String.raw`s\.? ?e\.?`,
  String.raw`s\.? ?a\.?(?: ?(?:s|r\.? ?l|b)\.?)?(?: de c\.?v\.?)?`,
  String.raw`s\.? ?r\.? ?[lo]\.?`,
  String.raw`s\.? ?l\.?`,
  String.raw`s\.? ?p\.? ?a\.?`,
  String.raw`s\.? de r\.? ?l\.?(?: de c\.? ?v\.?)?`,
  String.raw`s\. ?c\.`,
  String.raw`eurl`,
  String.raw`sarl`,
  String.raw`sasu`,
  String.raw`scea`,
  String.raw`s[cn][ci]`,
  String.raw`ltée`,
  String.raw`limitada`,
  String.raw`eireli`,
  String.raw`v\.? ?o\.? ?f\.?`,
  String.raw`asa`,
  String.raw`d\. ?o\. ?o\.`,
  String.raw`fz-?llc`,
  String.raw`b\.? ?v\.?`,
  String.raw`n\.? ?v\.?`,
  String.raw`a\.?/s\.?`,
  String.raw`(?-i:AS|A\.S\.)`,
  String.raw`aps`,
  String.raw`ab`,
  String.raw`oyj?`,
  String.raw`sp\.? ?z ?o\.? ?o\.?`,
  String.raw`pte\.?,? ltd\.?`,
  String.raw`pty\.?,? (?:ltd|limited)\.?`,
  String.raw`pvt\.?,? (?:ltd|limited)\.?`,
  String.raw`k\.? ?k\.?`,
  String.raw`sdn\.? bhd\.?`,
  String.raw`e\.? ?v\.?`,
  String.raw`trust`,
  String.raw`fund`,
  String.raw`bank`,
  String.raw`association`,
  String.raw`foundation`,
  String.raw`university`,
] as const;

/** The source of a pattern for one legal form. Use it case-insensitively and between word boundaries. */
export const LEGAL_FORM = `(?:${FORMS.join('|')})`;

const ENDS_IN_FORM = new RegExp(`(?:^|[\\s,])${LEGAL_FORM}$`, 'i');

/** Checks whether a name ends like the name of a legal person: "Acme, Inc.", "Muster GmbH". */
export function endsInLegalForm(name: string): boolean {
  return ENDS_IN_FORM.test(name.trim());
}

const FORM_WORDS = new RegExp(`(?<![\\p{L}\\d])${LEGAL_FORM}(?![\\p{L}\\d])`, 'giu');

/** Normalizes words for comparison by removing case, accents, and punctuation. */
export function normalizeNameWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Normalizes a name for comparison by removing case, accents, punctuation, and the legal form. */
export function normalizeName(name: string): string {
  return normalizeNameWords(name.replace(FORM_WORDS, ' ').replace(/^the /i, '')) || normalizeNameWords(name);
}
