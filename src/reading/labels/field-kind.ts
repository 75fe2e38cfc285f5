import type { FieldType } from '#domain/field/catalogue.ts';
import { hasMeaning, normalizeLabelWords } from './label-words.ts';
import type { PageBox } from '#reading/page/page-facts.ts';

/** The smallest size of a signature field, in points. */
const SIGNATURE_WIDTH = 60;
const SIGNATURE_HEIGHT = 7;

/** The longest label that still names a single thing, in characters. */
const LONGEST = 70;

/** Returns the field type that a label asks for. */
export function detectFieldKind(label: string, box: PageBox): FieldType {
  const plain = normalizeLabelWords(label).slice(-LONGEST);
  const mentions = (meaning: Parameters<typeof hasMeaning>[1]) => hasMeaning(plain, meaning);
  if (isSignature(plain, label) && canSign(box)) return 'signature';
  if (mentions('initials') && !/middle|second/.test(plain) && box.width < 120) return 'initials';
  if (asksForDate(plain)) return 'date';
  if (mentions('email')) return 'email';
  if (mentions('phone')) return 'phone';
  if (NAME.test(plain)) return 'name';
  if (COMPANY.test(plain)) return 'company';
  if (TITLE.test(plain)) return 'title';
  return 'text';
}

/**
 * Labels for a person's full name, a company's name, and a person's position, in the languages of the label
 * words.
 */
const NAME =
  /\b(printed name|print name|full name|your name|name of (the )?(signer|applicant|petitioner))\b|^(your )?name( \(?(please )?(print|printed|type|typed).{0,16})?$|^(name,? (und )?vorname|vor- und (nachname|zuname)|nom et prenom|prenom et nom|nombre (completo|y apellidos?)|nome (completo|e cognome)|cognome e nome|imie i nazwisko|naam en voornaam)\b/;
const COMPANY =
  /^(name of (the )?|legal )?(company|firm|organi[sz]ation|business|corporation|unternehmen|firmenname|societe|entreprise|empresa|razon social|societa|ragione sociale|azienda|bedrijf|bedrijfsnaam|nazwa firmy)('s)?( name)?$/;
const TITLE =
  /^(job |official |your )?(title|position|capacity|funktion|stellung|titre|fonction|cargo|puesto|qualifica|carica|stanowisko|functie)( of (the )?(signer|officer|person signing|representative))?$/;

const NO_SIGNATURE =
  /\b(date|dated|name|title|printed|print|phone|pin|datum|fecha|data|signed (in|at|the)|before me)\b/;

/** The prefix of an electronic signature in US courts. */
const CONFORMED = /^\/s\/?$/;

/** Checks whether a label asks for a signature. Long labels are sentences about signatures instead. */
function isSignature(plain: string, label: string): boolean {
  if (CONFORMED.test(plain)) return true;
  return hasMeaning(plain, 'signature') && !NO_SIGNATURE.test(plain) && !label.startsWith('…');
}

/** Date patterns that may appear in any label. */
const PATTERN =
  /\b(mm ?[/.-]? ?dd|dd ?[/.-]? ?mm|mo\.?, ?(day|da\.?),? ?(and )?(year|yr)|mo\.?, ?(year|yr)|month ?[,/-]? ?(day ?[,/-]? ?)?(and )?year|day ?[,/-] ?month)/;

/** Words for dates in the languages of the label words. */
const DATE =
  /(\b(dates?|dated|dob|birthda(te|y)|d\.o\.b|year of (birth|death)|geboren am|fecha|data|date de|naissance|fait le|dnia)|datum)\b/;

/**
 * The length from which a label counts as a sentence, in characters. A sentence asks for a date only at its
 * start or end.
 */
const LONG = 34;
const AT_THE_ENDS = 24;

const NO_DATE =
  /\b(up to date|due date|data (protection|source|entered)|amount|income|total|credit|ending balance|months? of the year|how many|signed in)\b/;

/** Checks whether a label asks for a date itself rather than for something as of a date. */
function asksForDate(plain: string): boolean {
  if (PATTERN.test(plain)) return true;
  if (NO_DATE.test(plain)) return false;
  if (hasMeaning(plain, 'address') && !/dat(um|e|a)$/.test(plain)) return false;
  if (/\bon$/.test(plain)) return true;
  if (plain.length <= LONG) return DATE.test(plain);
  return DATE.test(plain.slice(0, AT_THE_ENDS)) || DATE.test(plain.slice(-AT_THE_ENDS));
}

function canSign({ width, height }: PageBox): boolean {
  return width >= SIGNATURE_WIDTH && height >= SIGNATURE_HEIGHT;
}
