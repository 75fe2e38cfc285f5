/** What a blank of a signature block asks for. */
export type SigningKind =
  'signature' | 'name' | 'title' | 'date' | 'company' | 'email' | 'address' | 'initials' | 'phone' | 'other';

/**
 * Nouns that say what a label asks for, in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish. A label
 * is such a noun with words that describe it: "Tenant's printed name", "Name of director (print)", "Firma del arrendador".
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

/** Who has a name, when it is no person: the company's own name is asked for. */
const LEGAL_PERSON =
  /(?<!\p{L})(?:company|entity|corporation|business|firm|organi[sz]ation|llc|partnership|trust|customer|unternehmens|gesellschaft|société|empresa|sociedad|società|bedrijf)(?!\p{L})/u;
/** What follows one of these words only describes the noun before it. */
const COMPLEMENT =
  /[ ](?:of|for|who|that|to|in|on|de|du|des|del|della|dell|do|da|der|von|vom|van|für|per|par|pour|para|précédée|preceded|if|as) .*$/u;
/** Languages that put the noun first: there the words behind it describe it. */
const NOUN_FIRST = /^(?:signature|firma|assinatura|nom|nombre|nome|fecha|date|data|podpis|cargo)$/;
const MOST_WORDS = 4;
/** Codes that name something else than the words before them. */
const OTHER = /(?:number|no\.?|n[oº°]\.?|id|code|time|place|occupation|nummer|numéro|number)$/u;

/** The kind that a label's noun names; null for words that are no label, such as part of a sentence. Takes lower case. */
export function nounKind(label: string): SigningKind | null {
  for (const half of label.split(/\s[/|]\s/)) {
    const kind = kindOfPhrase(half.trim());
    if (kind !== null) return kind;
  }
  return null;
}

function kindOfPhrase(phrase: string): SigningKind | null {
  const head = phrase.replace(COMPLEMENT, '').trim();
  const words = head.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > MOST_WORDS || OTHER.test(head)) return null;
  if (words.some((word) => kindOfWord(word) === 'email')) return 'email';
  const [first, last] = [words[0] ?? '', words.at(-1) ?? ''];
  const kind = firstKind(words) ?? (NOUN_FIRST.test(first) ? kindOfWord(first) : null) ?? kindOfWord(last);
  if (kind === 'name' && LEGAL_PERSON.test(phrase) && !PERSON_OF.test(phrase)) return 'company';
  return kind;
}

/** "Name of company officer": a person, although a company is named as well. */
const PERSON_OF =
  /(?:officer|director|signatory|signer|representative|secretary|member|partner|manager|person|contact)/;

/** "Name and title of signatory": of two nouns the first one counts. */
function firstKind(words: readonly string[]): SigningKind | null {
  const [first] = words;
  return first !== undefined && words.length > 1 && /^(?:and|und|et|y|e|en|i)$/.test(words[1] ?? '')
    ? kindOfWord(first)
    : null;
}

function kindOfWord(word: string): SigningKind | null {
  return NOUNS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}
