/** What a blank of a signature block is for. */
export type SigningKind =
  'signature' | 'name' | 'title' | 'date' | 'company' | 'email' | 'address' | 'initials' | 'phone' | 'other';

/**
 * Nouns of labels in English, German, French, Spanish, Italian, Portuguese, Dutch, and Polish. A label is a
 * noun with words that describe it: "Tenant's printed name", "Name of director (print)", "Firma del
 * arrendador".
 */
const NOUNS: readonly (readonly [SigningKind, RegExp])[] = [
  ['initials', /^(?:initials?|kürzel|paraphes?|iniciales|iniziali|paraaf|parafa|rubrica)$/],
  ['email', /^(?:e-?mails?|courriel|correo|e-mail-adresse)$/],
  ['date', /^(?:dated?|datum|data|fecha|unterzeichnungsdatum)$/],
  ['phone', /^(?:phone|telephone|telefon|téléphone|teléfono|telefono|telefone|telefoon|mobile|fax)$/],
  ['address', /^(?:address|adresse|anschrift|dirección|domicilio|indirizzo|adres|endereço|morada)$/],
  [
    'signature',
    /^(?:signature|signatory|unterschrift|firma|handtekening|assinatura|podpis|signatur|autograph)$/,
  ],
  ['title', /^(?:title|position|designation|capacity|funktion|fonction|cargo|qualifica|functie|stanowisko)$/],
  ['name', /^(?:names?|namen?|nachname|vorname|nom|nombre|nome|naam|nazwisko|apellidos|prénom)$/],
];

/** Owners of a name that aren't people, which means that the label asks for a company's name. */
const LEGAL_PERSON =
  /(?<!\p{L})(?:company|entity|corporation|business|firm|organi[sz]ation|llc|partnership|trust|customer|unternehmens|gesellschaft|société|empresa|sociedad|società|bedrijf)(?!\p{L})/u;
/** Words that begin a complement: everything after them only describes the noun before them. */
const COMPLEMENT =
  /[ ](?:of|for|who|that|to|in|on|de|du|des|del|della|dell|do|da|der|von|vom|van|für|per|par|pour|para|précédée|preceded|if|as) .*$/u;
/** Nouns of the languages in which the noun comes first. */
const NOUN_FIRST = /^(?:signature|firma|assinatura|nom|nombre|nome|fecha|date|data|podpis|cargo)$/;
const MOST_WORDS = 4;
/** Words that ask for something other than the noun before them. */
const OTHER = /(?:number|no\.?|n[oº°]\.?|id|code|time|place|occupation|nummer|numéro|number)$/u;

/** Returns the kind that the noun of a lowercase label names; null if it isn't a label. */
export function findNounKind(label: string): SigningKind | null {
  for (const half of label.split(/\s[/|]\s/)) {
    const kind = findPhraseKind(half.trim());
    if (kind !== null) return kind;
  }
  return null;
}

function findPhraseKind(phrase: string): SigningKind | null {
  const head = phrase.replace(COMPLEMENT, '').trim();
  const words = head.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > MOST_WORDS || OTHER.test(head)) return null;
  if (words.some((word) => findWordKind(word) === 'email')) return 'email';
  const [first, last] = [words[0] ?? '', words.at(-1) ?? ''];
  const kind =
    findFirstKind(words) ?? (NOUN_FIRST.test(first) ? findWordKind(first) : null) ?? findWordKind(last);
  if (kind === 'name' && LEGAL_PERSON.test(phrase) && !PERSON_OF.test(phrase)) return 'company';
  return kind;
}

/** Roles that only people have: "Name of company officer" asks for a person. */
const PERSON_OF =
  /(?:officer|director|signatory|signer|representative|secretary|member|partner|manager|person|contact)/;

/** Returns the kind of the first of two nouns, as in "Name and title of signatory". */
function findFirstKind(words: readonly string[]): SigningKind | null {
  const [first] = words;
  return first !== undefined && words.length > 1 && /^(?:and|und|et|y|e|en|i)$/.test(words[1] ?? '')
    ? findWordKind(first)
    : null;
}

function findWordKind(word: string): SigningKind | null {
  return NOUNS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}
