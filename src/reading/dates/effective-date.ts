import type { Day } from './calendar.ts';
import type { DateReading, Finding } from './agreement-date.ts';
import { type ContractText, getSource } from '#reading/contract/contract-text.ts';
import type { DateExpression } from './date-expressions.ts';
import type { Preamble } from '#reading/parties/preamble.ts';

const DEFINED_AFTER =
  /^[\s,)]{0,3}(?:\([^()"]{0,60}"(?:the )?(?:[A-Za-z]+ )?(?:Effective|Commencement) Date\.?"|\([^()"]{0,20}(?:the )?Effective Date\b|,? ?(?:being )?(?:the|its) (?:effective|commencement) date)/i;
const STATED_BEFORE =
  /(?:effective date"?(?: of (?:this|the) (?:agreement|contract|amendment|addendum))?(?: \([^)]{0,60}\))?(?: \(?"[^"]{0,30}"\)?)?,? ?(?::|means|shall mean|is|shall be|will be|=|-)(?: the| on)?|effective(?: as)?(?: of| on| from|:)?(?: this| the)?|(?:commenc|begin|start)(?:e|es|ing|s|ning)?(?: on| as of| from| effective)*(?: the)?|takes? effect(?: on| as of| from)?|in (?:full )?(?:force|effect) (?:from|as of|on)|ab dem|mit wirkung vom|beginnt (?:am|mit dem)|tritt (?:am|mit dem)|à compter du|(?:prend effet|entre en vigueur) le|a partir del?|(?:entra(?:rá)?|vigencia) en vigor el(?: día)?|a decorrere dal|con effetto dal|(?:gaat in|ingaande|met ingang van)(?: op)?|vanaf|wchodzi w życie z? ?dniem)\s?$/i;
const THIS_AGREEMENT =
  /(?:this|the) (?:[\p{L}-]+ ){0,4}(?:agreement|contract|amendment|addendum|lease|term)|\bterm\b|effective date|initial term|contrat|vertrag|mietverhältnis|vereinbarung|accordo|acuerdo|acordo|overeenkomst|umowa/iu;
const OTHERS =
  /(?:that certain|registration statement|(?:statement|amendment|plan|act|regulation|schedule|order|price|rate)s? (?:is |was |became |becomes )?(?:made )?effective|employment|insurance|fiscal|quarter|season)[^.]{0,60}$/i;
const DEFERRED =
  /"?effective date"?\)?(?: of this agreement)? (?:means|shall mean|is|shall be|will be)(?! the date (?:first|hereof|of (?:this|execution))| the (?:first )?date (?:first )?(?:above |set forth|written)|[^.]{0,30}date (?:first )?(?:above|written)|[^.]{0,8}\d| [A-Z][a-z]+ \d)[^.]{0,40}(?:date|day|later|earlier|when|upon)|(?:shall|will) (?:become|be|take) effect(?:ive)? (?:upon|when|as of that date|as of the (?:later|closing|date on which))/i;
const SIGNED_LATER =
  /(?:effective (?:as of|on|upon)|effective date"?\)?[^.]{0,40}) (?:the )?(?:later|last|latest)[^.]{0,40}(?:date|sign|execut)/i;

const FROM_MAKING =
  /(?:agreement|contract|addendum|amendment|license|lease|term|parties|"|^)[^.]{0,100}?(?:effective date"?\)?[^.]{0,40}?(?:means|shall mean|is|shall be|will be)|(?:deemed )?effective(?: as of| on| from| upon)|(?:become|take|taking)s? effect(?:ive)?|comes? into (?:force|effect)|commenc\w*|beg[ia]n\w*|start\w*|\bterm\b[^.]{0,60}from|in (?:force|effect) from)(?: (?:as|on|of|from|upon|and|be|effective))*(?: the)?(?: day and)?(?: (?:date|year|day))?,?(?: (?:that )?this agreement (?:is|was) (?:signed|executed|made))?\s?(?:(?:date )?(?:first|last) (?:above )?(?:written|mentioned|set forth|stated|herein|above)|date (?:first )?(?:above|hereof|first|of (?:this|execution|signing|signature|the agreement|making))|above (?:date|written)|(?:execution|signing|agreement) date|hereof|of (?:this agreement|its execution|execution|signing)|execution (?:hereof|of this)|signature (?:hereof|of this|by both))/i;

type Facts = {
  readonly contract: ContractText;
  readonly region: Preamble | null;
  readonly dates: readonly DateExpression[];
  readonly agreement: DateReading;
  readonly signed: Finding<Day> | null;
};

/**
 * Returns the date on which the contract takes effect: the defined or stated date, or the day the contract
 * was made if nothing defers it.
 */
export function findEffectiveDate({ contract, region, dates, agreement, signed }: Facts): DateReading {
  const { text } = contract;
  const defined = dates.find(({ end }) => DEFINED_AFTER.test(text.slice(end, end + 90)));
  if (defined !== undefined) return toDateReading(contract, defined, 0.95);
  const last = Math.max(6_000, (region?.end ?? 0) + 1_500);
  const stated = dates.find((date) => isStated(text, date, last));
  if (stated !== undefined) return toDateReading(contract, stated, 0.85);
  if (SIGNED_LATER.test(text)) return signed;
  if (agreement === null || agreement === 'open') return agreement;
  if (!FROM_MAKING.test(text)) return DEFERRED.test(text) ? 'open' : null;
  return { ...agreement, confidence: Math.min(agreement.confidence, 0.6) };
}

function isStated(text: string, { start }: DateExpression, last: number): boolean {
  const before = text.slice(Math.max(0, start - 130), start);
  const cue = STATED_BEFORE.exec(before);
  if (cue === null || OTHERS.test(before)) return false;
  if (/effective date/i.test(cue[0])) return start < last || THIS_AGREEMENT.test(before);
  const sentence =
    text
      .slice(Math.max(0, start - 260), start)
      .split(/\. (?=[A-Z(])/)
      .at(-1) ?? '';
  return (
    THIS_AGREEMENT.test(sentence) &&
    (start < last || /\bterm\b|this agreement (?:shall|will|is|becomes)/i.test(sentence))
  );
}

function toDateReading(
  contract: ContractText,
  { day, start, end }: DateExpression,
  confidence: number,
): DateReading {
  if (day === null) return 'open';
  return { value: day, confidence, ...getSource(contract, Math.max(0, start - 60), end + 30) };
}
