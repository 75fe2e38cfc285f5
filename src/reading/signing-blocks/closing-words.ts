/**
 * Words that start the closing of a contract, in English, German, French, Spanish, Italian, Portuguese,
 * Dutch, and Polish.
 */
const CLOSING = new RegExp(
  [
    String.raw`in witness where|\bha(?:ve|s) (?:duly |hereunto )?(?:executed|signed|caused|set|subscribed)|day and year|by signing|sign(?:ing|ed)? (?:below|where)`,
    String.raw`accepted (?:and agreed|by)|agreed (?:and|to)(?: and)? accept|acknowledged and agreed|intending to be legally bound|signature page|executed (?:as|by|on|and delivered)`,
    String.raw`signed (?:as a deed|for and on behalf|by|sealed)|thus done and signed|(?:very truly|sincerely|respectfully|faithfully)\b|entered into on the date|^signatures?$|^execution$`,
    String.raw`unterzeichn|unterschrift|ausfertigung|rechtsverbindlich|^\p{Lu}[\p{L} .-]+, (?:den|lì|le)\b`,
    String.raw`signent|fait (?:en|à)|en foi de quoi|exemplaires|lu et approuvé|ont signé`,
    String.raw`en prueba de|firman|en fe de lo cual|conformidad|leído (?:que|el)`,
    String.raw`sottoscri|letto,|luogo e data`,
    String.raw`assinam|feito em|vias de igual|por estarem|em fé do que`,
    String.raw`ondertekend|ondertekenen|opgemaakt`,
    String.raw`podpisy|jednobrzmiących|podpisali`,
  ].join('|'),
  'iu',
);

/** Checks whether a line closes a contract, so that the blanks after it are for signing. */
export function isClosing(text: string): boolean {
  return CLOSING.test(text.trim());
}

/** Offices that people who sign for a party hold, in the languages above. */
const OFFICE =
  /(?<!\p{L})(?:(?:managing |executive |deputy |general )?director|(?:vice[ -]?|co-?)?president|secretary|treasurer|chair(?:man|woman|person)?|ceo|cfo|coo|cto|(?:chief|principal) [\p{L} ]{3,24} officer|officer|manager|managing member|(?:managing |general )?partner|mayor|superintendent|administrator|head of [\p{L} ]{3,24}|(?:duly )?authori[sz]ed (?:signatory|officer|representative|agent|person)|geschäftsführer(?:in)?|vorstand|prokurist(?:in)?|gérante?|président(?:e)?|directeur|directrice|administrador(?:a)?|apoderad[oa]|representante legal|gerente|amministratore(?: delegato| unico)?|legale rappresentante|bestuurder|prezes(?: zarządu)?|sóci[oa]|diretora?|procurador)(?!\p{L})/iu;

/** Checks whether words are an office: "Director", "Secretary/Treasurer", "Vice President, Finance". */
export function isOffice(words: string): boolean {
  const plain = words.replace(/^[\s(]+|[\s):,.;]+$/g, '');
  const office = OFFICE.exec(plain);
  if (office === null || /\d/.test(plain)) return false;
  return (
    plain.split(/[\s/]+/).length <= 5 &&
    (office.index === 0 || office.index + office[0].length === plain.length)
  );
}

/** Matches a place before the date of signing: "Magdeburg, den", "Luzern,", "Fait à …, le", "Curitiba,". */
const PLACE_THEN =
  /^(?:\p{Lu}[\p{L}.’'-]+(?: \p{Lu}?[\p{L}.’'-]+){0,2}),(?: (?:den|le|il|lì|el|a|aos|op|dnia))?$/u;
const THEN_DATE =
  /(?:^|[\s,])(?:den|le|lì|op|d\.d\.|dnia|aos|(?:on or (?:before|after|about)|no later than|bis spätestens|au plus tard le))$/iu;

/** Checks whether the words before a blank introduce the date of signing, as in continental contracts. */
export function leadsToDate(words: string): boolean {
  const plain = words.trim();
  return PLACE_THEN.test(plain) || (plain.split(' ').length <= 5 && THEN_DATE.test(plain));
}
