import type { Finding } from '#reading/dates/agreement-date.ts';
import {
  type LabeledMeaning,
  type LabeledValue,
  SEMANTIC_DATES,
  type SemanticDateKind,
} from './labeled-values.ts';
import type { TextParty } from '#reading/parties/parties.ts';
import type { ContractReading } from './read-contract.ts';

/** A value and its source: a field that a signer filled in, or the document's text. */
type MeaningValue = LabeledValue & {
  readonly source: 'field' | 'document';
  readonly confidence: number;
};

/**
 * The meaning of a contract, from its fields and text. `perpetual` is the clause that says the contract has
 * no end.
 */
export type Meaning = {
  readonly dates: readonly (MeaningValue & { readonly kind: SemanticDateKind })[];
  readonly governingLaw: MeaningValue | null;
  readonly perpetual: Omit<MeaningValue, 'value'> | null;
  readonly parties: readonly TextParty[];
};

/** Combines labeled fields and text. Fields that signers filled in take precedence. */
export function combineMeaning(labeled: LabeledMeaning, reading: ContractReading | null): Meaning {
  const dates = SEMANTIC_DATES.flatMap((kind) => {
    const field = labeled.dates.find((date) => date.kind === kind);
    if (field !== undefined) return [{ ...fromField(field), kind }];
    const found = getPrintedDate(kind, reading);
    return found === null ? [] : [{ ...fromText(found), kind }];
  });
  const law = reading?.governingLaw ?? null;
  const end = reading?.expirationDate ?? null;
  const printedLaw = law === null ? null : fromText(law);
  return {
    dates,
    governingLaw: labeled.governingLaw === null ? printedLaw : fromField(labeled.governingLaw),
    perpetual:
      end?.value === 'perpetual' && !dates.some(({ kind }) => kind === 'expiration') ? toClause(end) : null,
    parties: reading?.parties ?? [],
  };
}

function getPrintedDate(kind: SemanticDateKind, reading: ContractReading | null): Finding | null {
  if (reading === null) return null;
  switch (kind) {
    case 'agreement':
      return reading.agreementDate;
    case 'effective':
      return reading.effectiveDate;
    case 'expiration':
      return reading.expirationDate?.value === 'perpetual' ? null : reading.expirationDate;
    default:
      return kind satisfies never;
  }
}

function fromField({ value, text, page }: LabeledValue): MeaningValue {
  return { value, text, page, source: 'field', confidence: 1 };
}

function fromText({ value, text, page, confidence }: Finding): MeaningValue {
  return { value, text, page, source: 'document', confidence };
}

function toClause({ text, page, confidence }: Finding): Omit<MeaningValue, 'value'> {
  return { text, page, source: 'document', confidence };
}
