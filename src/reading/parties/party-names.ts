import { endsInLegalForm, LEGAL_FORM } from './legal-forms.ts';
import { isRole, withoutLead } from './party-roles.ts';
import type { Preamble } from './preamble.ts';

/** A party's name, its defined terms, and its position in the text. */
export type NamedSegment = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
};

const LONGEST_NAME = 110;
/** What can separate two parties in a preamble. */
const SEPARATOR =
  /(?:;|,)?\s*(?:\band\b,?(?: (?:between|among|by)\b)?|\bA(?:nd|ND)\b\s?:?|(?<=\s)(?:und|et|e|y|en|oraz|ET|UND|Y|E|EN|(?<=\)\s)a)(?=\s)(?:\s(?:(?:de|por la|d'|par l'|dall'|de) ?(?:otra|otro|autre|altra|outra)(?: parte?)?|entre),?)?\s?:?|;|&(?= [A-Z])(?<=\)[,\s]*&))\s*(?:\(?(?:\d|[ivx]{1,3}|[a-eA-E])\)\s*)?|(?:^|[\s,;])\(?(?:\d|[ivx]{1,3}|[a-e])\)\s+|(?<=\)|\.|(?:corporation|company|partnership|trust|individual|entity|LLC|LP|L\.P|Inc|Ltd|GmbH|bank)\.?|\bas (?:the )?[A-Z][a-z]+(?: [A-Z][a-z]+)?),\s+(?=[A-Z])/gu;
/** Where a name ends and its description begins. */
const DESCRIPTION = new RegExp(
  String.raw`\s*(?:,?\s?\((?!\s?[A-Z][\p{L}. ]{1,20}\)\s?(?i:${LEGAL_FORM})(?![\p{L}]))|["[]|,\s(?=\p{Ll})|\s[-–]\s(?=nach|im |in )|\.\s(?=(?:Section|Article|The|This|It|In|On|As|Each|Both|Subject|For|By|A)\b)|\s(?=(?:wird|werden|wurde|schließen|vereinbaren|sluiten|si stipula|se celebra|celebran)(?!\p{L}))|(?<! of)[,;:]?\s(?:(?:an?|the|eine?|une|un|una|uma|duly|each)\s(?=[\p{L}\-'. ,]{0,60}(?i:corporation|company|partnership|compan|liability|individual|person|resident|association|bank|trust|entity|organi[sz]|corp\b|division|subsidiary|affiliate|society|university|firm|natural|gesellschaft|société|sociedad|società|citizen|proprietor|not-for|non-?profit|statutory|state|public|private|wholly))|(?:having|with|whose|which|located|organi[sz]ed|incorporated|formed|existing|established|registered|residing|resident|acting|represented|together|on behalf|of \d|at \d|an?\s+individual|doing business|d[./]?b[./]?a[./]?/?(?=\s)|[fa]\.?/?k\.?/?a\.?(?=\s)|formerly|also known|trading|hereinafter|hereafter|herein|collectively|in its capacity|as (?:the |an? )?\p{L}+|A[BC]N|HRB|SIREN|RCS|CNPJ|CPF|NIF|CIF|KvK|UEN|its|for itself|a [A-Z][a-z]+ [cC]orp|mit Sitz|vertreten|geschäftsansässig|ayant|dont|immatricul|représent|con domicilio|con sede|by its|director of|dated|effective|is made|made|and its|and all of|who|P\.?O\.? Box|entered|[Ii]ndividual|an [Ii]ndividual)\b)|(?<=(?i:corp|corporation|inc|llc|ltd|limited|company|gmbh)\.?),?\s(?=\d+ [A-Z])|[,;]\s(?=\d|[^,()]{3,40}\s\d+[a-z]?,)|\s(?=_{3})|[;:,]?$)`,
  'u',
);
const ALIAS = /"\s*([^"]{1,60}?)[\s,.]*"/g;
const COLLECTIVE =
  /^(?:the )?(?:party|parties|agreement|contract|amendment|effective date|addendum|execution date|both parties)$/i;
const DESCRIPTIVE =
  /^(?:an? |its |having|with |whose |which |where |organi[sz]ed|incorporated|existing|located|the (?:state|laws|city|county|province|commonwealth|republic|other|one)|(?:a|one) party|(?:collectively|each|such|both|together|other|wales|hereinafter|hereafter|assigns|successors|affiliates|subsidiaries|for|in|on|under|effective|dated|made|this|these|that|where|certain|as|all|any|between|no|suite|attn|tel|fax|if any|state of|party|parties|exhibit)(?![\p{L}\d.]))/iu;
/** Matches a public body with its defined term: "the City of Larkfield ("City")". */
const PUBLIC_BODY =
  /^the (?:City|County|Town|Township|Village|Borough|Parish|District|State|Commonwealth|Province|Republic|Kingdom)(?: and County)? of \p{Lu}[\p{L}' -]{1,40}(?:, [^("]{0,120})?\s?\((?:the |hereinafter[^"]{0,40})?"/u;
const PLACEHOLDER = /^[^\p{L}]*$|_{2,}|\[|\]|●|\*{2,}|^x{2,}|^name of/iu;
const ROLE_WORD =
  /^(?:the )?(?:company|distributor|supplier|buyer|seller|customer|licensor|licensee|agent|reseller|consultant|client|contractor|provider|recipient|franchisee|franchisor|manufacturer|vendor|lender|borrower|landlord|tenant|lessor|lessee|employer|employee|undersigned|purchaser|parties|party|you|us|we)s?(?: named.*)?$/i;

/** Returns the parties in a preamble in order, with their defined terms. */
export function nameSegments(text: string, { start, end }: Preamble): NamedSegment[] {
  const region = text.slice(start, end);
  const cuts = findSeparators(region);
  const found: (NamedSegment & { evidence: number })[] = [];
  for (const [index, cut] of cuts.entries()) {
    const piece = region.slice(cut.end, cuts[index + 1]?.start ?? region.length);
    const named = readName(piece);
    const aliases = readAliases(piece);
    if (named === null) {
      const last = found.at(-1);
      if (last !== undefined && index > 0 && !/^\s*(?:the|an?|each) \p{Ll}/u.test(piece)) {
        found[found.length - 1] = { ...last, aliases: [...last.aliases, ...aliases] };
      }
      continue;
    }
    const from = start + cut.end + named.offset;
    found.push({
      name: named.name,
      aliases,
      start: from,
      end: start + (cuts[index + 1]?.start ?? region.length),
      confidence: named.evidence >= 2 ? 0.9 : 0.7,
      evidence: named.evidence,
    });
    if (closesParties(piece) && found.length > 1) break;
  }
  return found.flatMap(({ evidence: _, ...segment }) => splitPeople(segment));
}

const PERSON = String.raw`(?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.)(?: (?:\p{Lu}[\p{L}'’-]+|\p{Lu}\.|van|von|de|la)){1,3}`;
const PEOPLE = new RegExp(String.raw`^${PERSON}(?:, ${PERSON})+$`, 'u');

/** Splits a list of people at the commas: "Oscar Dray, Felicity Munn". */
function splitPeople(segment: NamedSegment): NamedSegment[] {
  if (!PEOPLE.test(segment.name) || segment.name.split(', ').some((name) => endsInLegalForm(name)))
    return [segment];
  return segment.name.split(', ').map((name) => ({ ...segment, name }));
}

type Cut = { readonly start: number; readonly end: number };

/** Returns where a new party may begin: at separators that are outside parentheses and followed by a name. */
function findSeparators(region: string): Cut[] {
  const cuts: Cut[] = [{ start: 0, end: getIntroLength(region) }];
  for (const match of region.matchAll(SEPARATOR)) {
    const last = cuts.at(-1);
    if (last === undefined || match.index < last.end) continue;
    const next = { start: match.index, end: match.index + match[0].length };
    if (getDepth(region, last.end, next.start) > 0) continue;
    const rest = region.slice(next.end, next.end + 700);
    if (DESCRIPTIVE.test(rest) && !PUBLIC_BODY.test(rest)) continue;
    const following = readName(rest);
    if (following === null) continue;
    const left = region.slice(last.end, next.start);
    if (!isPartyBoundary(left, following, match[0])) continue;
    cuts.push(next);
  }
  return cuts;
}

function getIntroLength(region: string): number {
  return /^[\s:,;.]*(?:\(?(?:1|i|a|A)\)\.?\s*)?/.exec(region)?.[0].length ?? 0;
}

/** Checks whether the left side is a complete party, so that another one follows. */
function isPartyBoundary(left: string, following: ReadName, separator: string): boolean {
  if (/\b(?:itself|himself|herself|themselves)\W*$/.test(left)) return false;
  const whole = readName(left);
  if (whole === null) return /\("|"\)|\)\s*,?\s*$/.test(left) || following.evidence >= 2;
  const comma = !/and|und|et|;|\(|&|AND|oraz|\b[yea]\b|\ben\b/.test(separator);
  if (comma)
    return endsInLegalForm(left.trim())
      ? following.evidence >= (/[\s.]/.test(following.name) ? 1 : 2)
      : following.evidence >= 2 && /"\s*\)\s*$|\bas (?:the )?[A-Z][\p{L} ]{3,30}$/u.test(left);
  const described = whole.name.length < left.trim().length - 1;
  if (described) return following.evidence >= 1;
  return whole.evidence >= 1 || (following.evidence >= 2 && whole.name.includes(' '));
}

function getDepth(region: string, from: number, to: number): number {
  let depth = 0;
  let opened = 0;
  for (let at = from; at < to; at++) {
    const character = region[at];
    if (character === '(') [depth, opened] = [depth + 1, at];
    else if (character === ')') depth = Math.max(0, depth - 1);
  }
  return depth > 0 && to - opened > 260 ? 0 : depth;
}

type ReadName = { readonly name: string; readonly offset: number; readonly evidence: number };

/**
 * Reads the name at the start of a piece and counts the evidence for it: legal form, definition, description,
 * capitals.
 */
function readName(piece: string): ReadName | null {
  const offset =
    /^[\s:,;.]*(?:(?:Mr|Mrs|Ms)\.?\s|(?-i:(?:the|der|die|das|den|dem|de|het|la|le|el) (?=[\p{Lu}\d]))|(?:la |le |l'|der |die |de |el |il |lo )?(?:(?-i:société|sociedad|società|entreprise|heer)|firma|herrn?|frau|monsieur|madame|mevrouw|don|doña|dña\.|m\.|mme|sr\.|sra\.|sig\.(?:ra)?|dott\.(?:ssa)?|ing\.|avv\.|dr\.|signora?) (?=\p{Lu}))?/iu.exec(
      piece,
    )?.[0].length ?? 0;
  const body = piece.slice(offset, offset + 400);
  const cut = findNameEnd(body);
  const name = withoutAddress(tidy(body.slice(0, cut)));
  if (
    name.length < 2 ||
    name.length > LONGEST_NAME ||
    PLACEHOLDER.test(name) ||
    ROLE_WORD.test(name) ||
    isRole(name) ||
    ONLY_FORM.test(name) ||
    (/\d/.test(name) && STREET.test(name) && !endsInLegalForm(name))
  )
    return null;
  if (!/^[\p{Lu}\d]|^[a-z]+[.\dA-Z]/u.test(name) || DESCRIPTIVE.test(name)) return null;
  const rest = body.slice(cut);
  const evidence =
    (endsInLegalForm(name) ? 2 : 0) +
    (/^[^()]{0,160}\([^()]{0,80}"|^\s[-–]\s[^"]{0,30}"/.test(rest) ? 1 : 0) +
    (/^,?\s(?:an?|the)\s[^,()]{0,80}(?:corporation|company|partnership|individual|resident|trust|entity|organi[sz]ation|association|bank)/i.test(
      rest,
    )
      ? 1
      : 0) +
    (/^(?:\p{Lu}[\p{L}\d_.'&-]* ){1,5}\p{Lu}[\p{L}\d_.'&-]*$/u.test(name) && /^(?:$|[,(])/.test(rest.trim())
      ? 1
      : 0);
  return { name, offset, evidence };
}

/** Returns where a name ends: at a description, a parenthesis, or a comma after its legal form. */
function findNameEnd(body: string): number {
  const described = DESCRIPTION.exec(body);
  const limit = described?.index ?? body.length;
  const formed = FORM_THEN_COMMA.exec(body.slice(0, limit)) ?? FORM_THEN_SENTENCE.exec(body.slice(0, limit));
  return formed === null ? limit : formed.index + formed[0].length;
}

/** Matches a sentence that starts after a legal form: "Acme GmbH. Der Vertrag tritt …". */
const FORM_THEN_SENTENCE = new RegExp(
  String.raw`^[^,]{1,80}?\s(?i:${LEGAL_FORM})(?=(?:\.|(?<=\.))\s(?!(?i:${LEGAL_FORM})(?![\p{L}]))\p{Lu}\p{L}*\s\p{Ll})`,
  'u',
);

const FORM_THEN_COMMA = new RegExp(
  String.raw`^[^,]{1,80}?(?:,\s?|\s)${LEGAL_FORM}(?=,\s(?!${LEGAL_FORM}(?![\p{L}])))`,
  'iu',
);

const STREET =
  /\s\d+[a-z]?$|(?:street|avenue|road|suite|blvd|boulevard|drive|lane|stra(?:ße|sse)|str\.|weg|platz)\b|^rue /i;
const ONLY_FORM = new RegExp(`^${LEGAL_FORM}$`, 'i');

/** Removes the place from a name: "Acme Lubricants, Anaheim, Calif." */
function withoutAddress(name: string): string {
  const commas = name.split(',').length - 1;
  return commas >= 2 && !endsInLegalForm(name) ? name.slice(0, name.indexOf(',')) : name;
}

function tidy(name: string): string {
  return name
    .replace(/[\s,;:]+$/, '')
    .replace(/\s+(?:and|AND|or)$/, '')
    .replace(/\s?,\s+an?$/, '')
    .replace(/\s+([,.])/g, '$1')
    .trim();
}

/** Matches a second party that has no name yet: "and ______ ("Tenant")", "and [●]". */
const NAMELESS =
  /(?<![\p{L}])(?:and|und|et|y|e)\s*(?:_{2,}|\[|\(|,? an? |the (?:customer|client|undersigned|\p{Ll}+ (?:named|identified|listed|set forth|whose|signing|executing)))/iu;

/**
 * Matches the end of a sentence after which the next one defines someone else: "("Tenant"). The rent is
 * guaranteed by …".
 */
const NEXT_SENTENCE = /(?<="\s?\))\.\s(?=\p{Lu}\p{Ll}+ \p{Ll})/u;

function readAliases(whole: string): string[] {
  const nameless = NAMELESS.exec(whole) ?? NEXT_SENTENCE.exec(whole);
  const piece = nameless === null ? whole : whole.slice(0, nameless.index);
  const aliases: string[] = [];
  for (const group of piece.matchAll(/\(((?:[^()]|\([^()]*\)){1,400})\)?/g)) {
    if (/^\s*(?:each|collectively,? (?:with|the "part)|together)/i.test(group[1] ?? '')) continue;
    const plain = (group[1] ?? '').trim();
    if (isRole(plain)) aliases.push(withoutLead(plain));
    for (const [, alias = ''] of plain.matchAll(ALIAS)) {
      const term = alias.replace(/^the /i, '').trim();
      if (term !== '' && !COLLECTIVE.test(term) && !aliases.includes(term)) aliases.push(term);
    }
  }
  for (const [, alias = ''] of piece.matchAll(CALLED)) {
    const term = alias.trim();
    if (term !== '' && !COLLECTIVE.test(term) && !aliases.includes(term)) aliases.push(term);
  }
  const match = CAPACITY.exec(piece);
  const capacity = (match?.[1] ?? match?.[2] ?? '').trim();
  if (isRole(capacity) && !aliases.includes(capacity)) aliases.push(capacity);
  return aliases;
}

/** Matches a role after a name: "Acme Inc., as Borrower", "Madame Perrault, bailleur". */
const CAPACITY =
  /,? (?:as|als|comme|como|come)(?: the| an?)? ([\p{L}]+(?: [\p{L}]+){0,2}?)(?=[,;.)]|\s(?:and|und|et|y|e|en)\b|\s*$)|,\s(?:the |le |la |il |el |o |a )?(\p{Ll}[\p{L}]+)(?=[,;.]|\s*$)/u;

/**
 * Matches a term that is defined without parentheses: "hereinafter referred to as "Tenant"", "– nachfolgend
 * „Mieter“ genannt –".
 */
const CALLED =
  /(?:herein(?:after)?|hereafter|nachfolgend|nachstehend|im folgenden|ci-après|en adelante|di seguito|doravante|hierna|zwan\p{L}{1,3} dalej)\b[^"().;]{0,40}"(?:the |le |la |l')?([^"]{2,60})"/giu;

/** Checks whether a piece ends the list of parties: "(each a "Party" and together the "Parties")". */
function closesParties(piece: string): boolean {
  return /\((?:[^()"]{0,200})"[Pp]art(?:y|ies)\.?"/.test(piece);
}
