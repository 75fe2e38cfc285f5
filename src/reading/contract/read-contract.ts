import { agreementDate, type DateReading, type Finding, signingDate } from '#reading/dates/agreement-date.ts';
import type { Day } from '#reading/dates/calendar.ts';
import { contractText } from './contract-text.ts';
import { dateExpressions } from '#reading/dates/date-expressions.ts';
import { effectiveDate } from '#reading/dates/effective-date.ts';
import { type Expiration, expirationDate } from '#reading/dates/expiration-date.ts';
import { governingLaw } from '#reading/law/governing-law.ts';
import { type TextParty, textParties } from '#reading/parties/parties.ts';
import { preamble } from '#reading/parties/preamble.ts';

/** The version of these rules. Readings of older versions are repeated. */
export const EXTRACTOR_VERSION = 4;

/** What a contract's text says. Values that it doesn't state plainly are absent. */
export type ContractReading = {
  readonly parties: readonly TextParty[];
  readonly agreementDate: Finding<Day> | null;
  readonly effectiveDate: Finding<Day> | null;
  readonly expirationDate: Expiration | null;
  readonly governingLaw: Finding | null;
};

/** Reads parties, dates, and governing law from a contract's pages. */
export function readContract(pages: readonly string[]): ContractReading {
  const contract = contractText(pages);
  const region = preamble(contract.text);
  const dates = dateExpressions(contract.text);
  const agreement = agreementDate(contract, region, dates);
  const signed = signingDate(contract, dates);
  const effective = effectiveDate({ contract, region, dates, agreement, signed });
  return {
    parties: textParties(contract),
    agreementDate: known(agreement),
    effectiveDate: known(effective),
    expirationDate: expirationDate({ contract, dates, start: effective ?? agreement }),
    governingLaw: governingLaw(contract),
  };
}

function known(reading: DateReading): Finding<Day> | null {
  return reading === 'open' ? null : reading;
}
