import type { DateReading, Finding } from './agreement-date.ts';
import { addDays, addMonths, type Day } from './calendar.ts';
import { type ContractText, findSentence, getSource } from '#reading/contract/contract-text.ts';
import type { DateExpression } from './date-expressions.ts';
import { parseAnniversary, parsePeriod } from './term-length.ts';

/** A contract's last day, or `perpetual` if it runs until terminated. */
export type Expiration = Finding<Day | 'perpetual'>;

const TERM_CUE =
  /(?:\b(?:initial |original |primary |contract |base )?terms?(?: and (?:duration|termination))?"?\)?(?: of (?:this|the) [\p{L}\s-]{3,60})?(?: \([^)]{0,60}\))?,? (?:is|shall|will|of|begins?|commenc\p{L}*|starts?|runs?|means|extends?|continues?|expires?|for|hereof|hereunder|automatically)\b|\bterms?(?: of (?:the|this) [\p{L} ]{3,30})?\s?:|this (?:[\p{L}-]+ ){0,4}(?:agreement|contract|amendment|lease|license)(?: \([^)]{0,60}\))?,?(?: [^.]{0,90}?)? (?:shall|will|is|does|may)?\s?(?:continue|remain|expire|terminate|be (?:in (?:full )?(?:force|effect)|effective|valid|for)|commence|begin|take effect|become effective|extend|run|valid|in effect|for (?:a|an) (?:initial )?(?:period|term))|\bfor (?:a|an) (?:initial )?(?:period|term) of|\b(?:termination|expiration|expiry|end) date"?\s?(?::|means|is|shall)|laufzeit|vertragsdauer|(?:vertrag|vereinbarung|mietverhältnis|arbeitsverhältnis) (?:beginnt|läuft|gilt|wird|tritt|endet)|durée|duración|vigencia|durata|overeenkomst (?:gaat|loopt|eindigt|wordt aangegaan)|looptijd|vigorará|vigência|pelo prazo)/giu;
const NOT_TERM =
  /(?:surviv|confidential|non-?disclos|warrant|non-?compet|notice period|cure|indemnif|audit|records|option period|payment|invoice|insurance|royalt|interest|purchase order|days(?:'| after| prior| from| written)? (?:notice|receipt)|breach|default|bankrupt|insolv|escrow|force majeure|support period)/i;
const UNTIL =
  /(?:until(?: and including| and through)?|through(?: and (?:including|until))?|thru|expires?(?: on| at| as of)*|expiring(?: on| as of)?|ending(?: on| at| as of)?|ends?(?: on| at)?|terminat(?:e|es|ing)(?: on| as of| at)?|expiration date"?\)?\s?(?::|is|of|means|shall be)?|termination date"?\)?\s?(?::|is|of|means|shall be)?|\bto|conclud(?:e|es|ing)(?: on)?|bis(?: zum)?|endet(?: am| mit(?: dem)?)?|jusqu'au|prend fin le|hasta el|vence el|fino al|scade il|até|eindigt op|tot(?: en met)?|do dnia|-|–)(?: (?:midnight|close of business|the close of business|11:59 ?p\.?m\.?|5:00 ?p\.?m\.?)[^,.]{0,25},?)?(?: (?:on|of|the))?,?\s?$/i;
const PERPETUAL =
  /(?:in perpetuity|\bperpetual(?:ly)?\b|indefinite(?:ly)?|(?:continue|remain|effect|force|valid|and)(?:(?!until|through|duration)[^.]){0,80}(?:until|unless and until|unless)(?: it is| it has been| this agreement is| either party| one party| a party)? (?:duly )?(?:terminat|cancel)(?:ed|es|ion)|until (?:such time as )?(?:either|one) (?:party|of the parties)[^.]{0,60}terminat|(?:end|terminate|expire)s? (?:only )?(?:when|upon|if) (?:it is )?terminated|no fixed (?:term|expir)|unbefristet|auf unbestimmte zeit|durée indéterminée)/i;

type Facts = {
  readonly contract: ContractText;
  readonly dates: readonly DateExpression[];
  readonly start: DateReading;
};

/**
 * Returns the end of the contract's (first) term, either as stated or counted from its start; null if the
 * text gives none.
 */
export function findExpirationDate({ contract, dates, start }: Facts): Expiration | null {
  const clauses = findTermClauses(contract.text);
  for (const clause of clauses) {
    const stated = findStatedEnd(contract, clause, dates);
    if (stated !== null) return stated;
    const counted = computeEnd(contract, clause, dates, start);
    if (counted === 'open') return null;
    if (counted !== null) return counted;
  }
  for (const clause of clauses) {
    const words = contract.text.slice(clause.start, clause.end);
    if (clause.score >= 3 && PERPETUAL.test(words) && parsePeriod(words) === null) {
      return {
        value: 'perpetual',
        confidence: 0.7,
        ...getSource(contract, clause.start, clause.end, clause.at),
      };
    }
  }
  return null;
}

type Clause = { readonly start: number; readonly end: number; readonly at: number; readonly score: number };

/** Returns the sentences about the contract's term, with the most likely one first. */
function findTermClauses(text: string): Clause[] {
  const clauses: Clause[] = [];
  for (const match of text.matchAll(TERM_CUE)) {
    const clause = findSentence(text, match.index);
    if (clauses.some(({ start }) => start === clause.start)) continue;
    clauses.push({
      ...clause,
      at: match.index,
      score: scoreTerm(
        text.slice(clause.start, clause.end),
        text.slice(Math.max(0, clause.start - 60), clause.start),
      ),
    });
  }
  return clauses.filter(({ score }) => score >= 2).toSorted((a, b) => b.score - a.score || a.start - b.start);
}

function scoreTerm(sentence: string, before: string): number {
  const head = sentence.slice(0, 320);
  let score = 0;
  if (
    /\b(?:initial |original |primary )?term of (?:this|the) (?:[\p{L}-]+ ){0,4}(?:agreement|contract|license|lease)|(?:initial |the )"?term"?/iu.test(
      head,
    )
  )
    score += 2;
  if (
    /\(?(?:the |an? |hereinafter |collectively,? )*"(?:initial |original |primary )?term\.?"/i.test(sentence)
  )
    score += 3;
  if (
    /this (?:[\p{L}-]+ ){0,4}(?:agreement|contract|amendment)[^.]{0,120}(?:shall|will|is) (?:continue|remain|commence|begin|expire|terminate|be (?:in|effective|for|valid)|for|effective|valid|become effective|take effect)/iu.test(
      head,
    )
  )
    score += 2;
  if (/effective date|date hereof|date of (?:this|execution)|first (?:above )?written|commenc/i.test(head))
    score += 1;
  if (
    /unless (?:earlier|sooner|otherwise|previously|it is|terminated)|earlier terminat|sooner terminat/i.test(
      head,
    )
  )
    score += 1;
  if (
    /\bterm\b[^a-z]{0,12}$|term (?:and|of) [\p{L} ]{3,24}[^\p{L}]{0,6}$|duration[^a-z]{0,8}$/iu.test(
      before,
    ) ||
    /^(?:\d+(?:\.\d+)*\.?\s)?(?:initial )?term\b(?: of agreement| and termination)?[.:\s]/i.test(sentence)
  )
    score += 2;
  if (/(?:termination|expiration|expiry|end) date"?\)?\s?:/i.test(head)) score += 3;
  if (
    /terms? of (?:this|the) [\p{L} ]{3,30}\s?:|terms? of this agreement [\p{L} ]{0,30}commence/iu.test(head)
  )
    score += 2;
  if (
    /läuft|laufzeit|verhältnis beginnt|endet am|tritt am|une durée de|duración de|durata di|eindigt op|vigorará|prazo de/i.test(
      head,
    )
  )
    score += 3;
  if (NOT_TERM.test(head)) score -= 2;
  if (
    /^[^.]{0,60}(?:upon|after|following|during|if|in the event)/i.test(sentence) &&
    !/until|through|for (?:a|an)/i.test(head)
  )
    score -= 1;
  return score;
}

function findStatedEnd(
  contract: ContractText,
  clause: Clause,
  dates: readonly DateExpression[],
): Expiration | null {
  for (const { day, start, end } of dates) {
    if (start < clause.start || end > clause.end + 1 || day === null) continue;
    const before = contract.text.slice(Math.max(clause.start, start - 90), start);
    if (!UNTIL.test(before) || /(?:renew|extend)[^.]{0,40}$/i.test(before)) continue;
    return { value: day, confidence: 0.9, ...getSource(contract, clause.start, clause.end, clause.at) };
  }
  return null;
}

function computeEnd(
  contract: ContractText,
  clause: Clause,
  dates: readonly DateExpression[],
  start: DateReading,
): Expiration | 'open' | null {
  const words = contract.text.slice(clause.start, clause.end);
  const length = parseAnniversary(words) ?? parsePeriod(words);
  if (length === null) return null;
  const from = dates.find(
    ({ start: at, end }) =>
      at >= clause.start &&
      end <= clause.end &&
      /(?:commenc\w*|beginn?\w*|from|start\w*|effective|after|following|as of)(?: on| as of| the| date of)*\s?$/i.test(
        contract.text.slice(Math.max(0, at - 30), at),
      ),
  );
  if (from?.day === null || (from === undefined && start === 'open')) return 'open';
  const base = from?.day ?? (start === null || start === 'open' ? null : start.value);
  if (base === null) return null;
  const value = length.unit === 'days' ? addDays(base, length.count) : addMonths(base, length.count);
  if (value === null || (length.unit === 'days' && clause.score < 4)) return null;
  return {
    value,
    confidence: from === undefined ? 0.7 : 0.85,
    ...getSource(contract, clause.start, clause.end, clause.at),
  };
}
