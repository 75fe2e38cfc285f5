import {
  findAgreementDate,
  type DateReading,
  type Finding,
  findSigningDate,
} from '#reading/dates/agreement-date.ts';
import type { Day } from '#reading/dates/calendar.ts';
import { joinContractText } from './contract-text.ts';
import { findDateExpressions } from '#reading/dates/date-expressions.ts';
import { findEffectiveDate } from '#reading/dates/effective-date.ts';
import { type Expiration, findExpirationDate } from '#reading/dates/expiration-date.ts';
import { findGoverningLaw } from '#reading/contract/governing-law.ts';
import { type TextParty, findTextParties } from '#reading/parties/parties.ts';
import { findPreamble } from '#reading/parties/preamble.ts';

/** The version of these rules. Contracts that were read by an older version are read again. */
export const EXTRACTOR_VERSION = 5;

/** What a contract's text says. Values that the text doesn't state plainly are absent. */
export type ContractReading = {
  readonly parties: readonly TextParty[];
  readonly agreementDate: Finding<Day> | null;
  readonly effectiveDate: Finding<Day> | null;
  readonly expirationDate: Expiration | null;
  readonly governingLaw: Finding | null;
};

/** Reads parties, dates, and governing law from a contract's pages, as many as are needed. */
export function readContract(pages: Iterable<string>): ContractReading {
  const contract = joinContractText(pages);
  const region = findPreamble(contract.text);
  const dates = findDateExpressions(contract.text);
  const agreement = findAgreementDate(contract, region, dates);
  const signed = findSigningDate(contract, dates);
  const effective = findEffectiveDate({ contract, region, dates, agreement, signed });
  return {
    parties: findTextParties(contract),
    agreementDate: toKnown(agreement),
    effectiveDate: toKnown(effective),
    expirationDate: findExpirationDate({ contract, dates, start: effective ?? agreement }),
    governingLaw: findGoverningLaw(contract),
  };
}

/** Lowers the confidence of what pages say by how surely they were read from pictures, by page number. */
export function lowerConfidence(
  reading: ContractReading,
  confidence: Readonly<Record<number, number>>,
): ContractReading {
  const lower = <Found extends { readonly page: number; readonly confidence: number }>(
    found: Found,
  ): Found => ({
    ...found,
    confidence: found.confidence * (confidence[found.page] ?? 1),
  });
  return {
    parties: reading.parties.map(lower),
    agreementDate: reading.agreementDate && lower(reading.agreementDate),
    effectiveDate: reading.effectiveDate && lower(reading.effectiveDate),
    expirationDate: reading.expirationDate && lower(reading.expirationDate),
    governingLaw: reading.governingLaw && lower(reading.governingLaw),
  };
}

function toKnown(reading: DateReading): Finding<Day> | null {
  return reading === 'open' ? null : reading;
}
