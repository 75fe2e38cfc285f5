/** What the words next to a blank can ask for. Meanings are tried in this order. */
export const LABEL_MEANINGS = [
  'signature',
  'initials',
  'date',
  'email',
  'phone',
  'address',
  'company',
  'title',
  'amount',
  'number',
  'name',
  'answer',
  'office',
  'total',
] as const;
export type LabelMeaning = (typeof LABEL_MEANINGS)[number];

/**
 * Label words in English, German, French, Spanish, Italian, Portuguese, Polish, and Dutch, lowercase without
 * accents.
 */
const WORDS: { readonly [M in LabelMeaning]: RegExp } = {
  signature:
    /\b(signature|signatures|signed|sign here|unterschrift|unterschriften|gezeichnet|firma del?|firma|firmado|firmato|signature du|lu et approuve|assinatura|podpis|handtekening|sottoscrizione)\b/,
  initials: /\b(initials?|initial here|paraphe|kurzel|iniciales|iniziali|rubrica|inicjaly|paraaf)\b/,
  date: /\b(date|dated|dob|birthdate|birthday|mm ?\/ ?dd|dd ?\/ ?mm|mm-dd|month|day|year|yyyy|datum|geburtsdatum|geboren am|den|fait le|date de|le ?:|fecha|data|dnia|data urodzenia|geboortedatum|annee|jour|tag|monat|jahr)\b/,
  email: /\b(e-?mail|email address|courriel|correo electronico|posta elettronica|correio)\b/,
  phone:
    /\b(tele(ph|f)o?n[eo]?|tel|phone|mobile|cell|fax|telefon|telefoon|telefonnummer|telefoonnummer|handy|rufnummer|movil|cellulare|portable|komorka)\b/,
  address:
    /\b(address|street|city|town|state|zip|postal|postcode|county|country|province|apt|suite|adresse|anschrift|strasse|hausnummer|plz|ort|wohnort|rue|ville|code postal|pays|direccion|domicilio|calle|ciudad|provincia|pais|indirizzo|via|citta|cap|comune|endereco|rua|cidade|adres|ulica|miasto|kod pocztowy|straat|woonplaats|huisnummer)\b/,
  company:
    /\b(company|firm|employer|business|organi[sz]ation|agency|corporation|firmenname|unternehmen|gesellschaft|arbeitgeber|societe|entreprise|employeur|empresa|compania|razon social|societa|azienda|ragione sociale|datore|firmy|spolka|pracodawca|bedrijf|werkgever|bedrijfsnaam)\b/,
  title:
    /\b(title|position|capacity|occupation|job|profession|funktion|beruf|position|stellung|titre|fonction|qualite|cargo|puesto|ocupacion|profesion|carica|qualifica|professione|profissao|stanowisko|zawod|functie|beroep)\b/,
  amount:
    /\b(amount|income|tax|credit|deduction|payment|wages|balance|price|cost|value|sum|fee|dollars?|usd|eur|euro|cents?|betrag|summe|hohe|kosten|einkommen|montant|somme|prix|revenu|importe|cantidad|monto|ingresos|importo|somma|reddito|valor|quantia|kwota|suma|bedrag|inkomen)\b|[$€£%]/,
  number:
    /\b(number|no|num|nr|ssn|ein|itin|pin|id|identification|identifying|security|account|routing|case|file|code|nummer|kennziffer|aktenzeichen|geschaftszeichen|steuernummer|iban|bic|numero|n°|cuenta|conto|codice fiscale|conta|numer|pesel|nip|rekening|dossier|license|licence|policy)\b/,
  name: /\b(name|names|first|last|middle|surname|maiden|printed|print name|by|payee|vorname|nachname|familienname|geburtsname|nom|prenom|nombre|apellidos?|nome|cognome|sobrenome|apelido|imie|nazwisko|naam|voornaam|achternaam)\b/,
  answer:
    /\b(yes|no|ja|nein|oui|non|si|sim|nao|tak|nie|nee|check|tick|mark|ankreuzen|zutreffend|cochez|cocher|marque|marcar|barrare|zaznacz|aankruisen|male|female|single|married|true|false|n\/a)\b/,
  office:
    /\b(judge|magistrate|notary|clerk of|deputy clerk|richter|greffier|juge|juez|notario|giudice|cancelliere|sedzia|rechter|office use|official use|agency use|use only|do not write|court use|for office|clerk|staff only|internal use|for irs|dienstlich|amtlich|nur vom|wird vom|vom gericht|reserve a l|reserve au|cadre reserve|uso oficial|uso exclusivo|uso interno|riservato|uso reservado|wypelnia urzad|niet invullen|in te vullen door)\b/,
  total:
    /\b(total|totals|subtotal|add lines?|subtract|multiply|enter|gesamt|insgesamt|summe|total general|totale|razem|totaal)\b/,
};

/** Normalizes text for label words: lowercase, no accents, single spaces. */
export function normalizeLabelWords(text: string): string {
  const known = plain.get(text);
  if (known !== undefined) return known;
  const made = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.size > MOST_REMEMBERED) plain.clear();
  plain.set(text, made);
  return made;
}

/** Returns a bit mask over `LABEL_MEANINGS` for text from `normalizeLabelWords`. */
export function getMeaningBits(words: string): number {
  if (words === '') return 0;
  const known = remembered.get(words);
  if (known !== undefined) return known;
  let bits = 0;
  for (const [index, meaning] of LABEL_MEANINGS.entries()) {
    if (WORDS[meaning].test(words)) bits |= 1 << index;
  }
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  remembered.set(words, bits);
  return bits;
}

export function hasMeaning(words: string, meaning: LabelMeaning): boolean {
  return ((getMeaningBits(words) >> LABEL_MEANINGS.indexOf(meaning)) & 1) === 1;
}

const MOST_REMEMBERED = 4000;
const remembered = new Map<string, number>();
const plain = new Map<string, string>();
