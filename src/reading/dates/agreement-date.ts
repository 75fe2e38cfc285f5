import { type ContractText, getSource, type Source } from '#reading/contract/contract-text.ts';
import type { Day } from './calendar.ts';
import type { DateExpression } from './date-expressions.ts';
import type { Preamble } from '#reading/parties/preamble.ts';

/** A value with its source and confidence (0..1). */
export type Finding<Value = string> = Source & { readonly value: Value; readonly confidence: number };
/**
 * `open` means that the text leaves the date blank or makes it depend on an event, so no other date may
 * replace it.
 */
export type DateReading = Finding<Day> | 'open' | null;

const MADE =
  /(?:\bmade|entered|\bdated|\bexecuted|concluded|signed|\bdate\b|\bas of|\bthis|\bon\b|vom|\bam\b|datum|fait|conclu|le|fecha|stipulato il|sottoscritto il|gesloten op|aangegaan op|celebrado em|firmad[oa] el|, a\b|zawarta)[^.]{0,80}$/i;
const ONLY_EFFECTIVE = /(?:\beffective\b|commenc|retroactive)[^"]{0,40}$/i;
const OTHER_AGREEMENT =
  /(?:that certain|\bpursuant to|\bamended by|\bamends|as amended|\bprior|previous|registration statement|original)[^.]{0,160}$/i;
const WITNESSED =
  /(?:IN WITNESS WHEREOF|In witness whereof)[^.]{0,220}(?:as of|on|this|dated?)(?: the)?(?: day of)?\s?$/;
const COVER = 2_500;

/** Returns the date of the contract from its preamble, or else from its cover or signatures. */
export function findAgreementDate(
  contract: ContractText,
  region: Preamble | null,
  dates: readonly DateExpression[],
): DateReading {
  const { text } = contract;
  const from = region === null ? 0 : Math.max(0, region.opening);
  const to = region === null ? 1_200 : Math.min(region.end + 250, region.start + 2_500);
  const near = dates.filter(({ start, end }) => start >= from && end <= to);
  const made = near.find(({ start }) => isMade(text, start));
  if (made !== undefined) {
    const filled = near.find(
      ({ start, day }) => day !== null && start >= made.start && start - made.end < 90 && isMade(text, start),
    );
    return toDateReading(contract, filled ?? made, 0.95);
  }
  const cover = dates.find(
    ({ start, end }) =>
      end <= COVER &&
      /(?:\bdated?\b(?: as)?(?: of)?|\bmade\b|agreement|contract)[\s:,]{0,3}$/i.test(
        text.slice(Math.max(0, start - 20), start),
      ),
  );
  if (cover !== undefined && !ONLY_EFFECTIVE.test(text.slice(Math.max(0, cover.start - 40), cover.start)))
    return toDateReading(contract, cover, 0.8);
  const witnessed = dates.find(
    ({ start, day }) => day !== null && WITNESSED.test(text.slice(Math.max(0, start - 260), start)),
  );
  if (witnessed !== undefined) return toDateReading(contract, witnessed, 0.8);
  const signed = findSigningDate(contract, dates);
  if (signed !== null) return signed;
  const effective = near.find(({ start }) => ONLY_EFFECTIVE.test(text.slice(Math.max(0, start - 60), start)));
  if (effective === undefined) return null;
  return region !== null && effective.start < region.start ? toDateReading(contract, effective, 0.5) : null;
}

/** Returns the latest date next to a signature, or null. */
export function findSigningDate(
  contract: ContractText,
  dates: readonly DateExpression[],
): Finding<Day> | null {
  const { text } = contract;
  const beside = dates.flatMap(({ day, start, end }) =>
    day !== null &&
    (isBesideSignature(text, start, end) ||
      (/(?:\bdated?(?: signed)?|\bon|datum|fecha)\s?[:;]?\s?$/i.test(
        text.slice(Math.max(0, start - 14), start),
      ) &&
        isSignedNear(text, start)))
      ? [{ day, start, end }]
      : [],
  );
  const last = beside.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
  if (last === undefined) return null;
  return { value: last.day, confidence: 0.7, ...getSource(contract, Math.max(0, last.start - 60), last.end) };
}

/**
 * Checks whether a date is next to a typed signature, as in filed copies: "/s/ Ann Example … 04/25/2018",
 * "Hamburg, 19 November 2012 /s/ …".
 */
function isBesideSignature(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 160), start);
  return (
    /(?:\/s\/|(?<!\p{L})S\/ ).{0,150}$/isu.test(before) || /^[\s,]{0,3}\/s\//i.test(text.slice(end, end + 10))
  );
}

function isSignedNear(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 250), at);
  return /(?:\bBy|\bName|\bTitle|Signature|Signed|\bIts|Print(?:ed)?|\/s\/)\s?[:/]/i.test(before);
}

function isMade(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 110), start);
  if (OTHER_AGREEMENT.test(text.slice(Math.max(0, start - 200), start))) return false;
  if (!MADE.test(before)) return false;
  return (
    !ONLY_EFFECTIVE.test(before.slice(-60)) ||
    /(?:\bmade|entered|executed|\bdated)(?: and (?:made|entered)(?: into)?)?(?: into)?,?(?: and| as of and)?(?: is)?(?: made)? effective\b/i.test(
      before,
    )
  );
}

function toDateReading(
  contract: ContractText,
  { day, start, end }: DateExpression,
  confidence: number,
): DateReading {
  if (day === null) return 'open';
  return { value: day, confidence, ...getSource(contract, Math.max(0, start - 60), end) };
}
