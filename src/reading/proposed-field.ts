import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import type { PageBox } from './page/page-facts.ts';

/** A proposed field. `box` is in fractions of the visible page, with the origin at the top left. */
export type ProposedField = {
  /** Page number, from 1. */
  readonly page: number;
  readonly box: PageBox;
  readonly type: FieldType;
  /** The printed words next to the field, or empty. */
  readonly label: string;
  readonly required: boolean;
  readonly multiline: boolean;
  /** The name that the radio buttons or ticks of one group share; null for single fields. */
  readonly group: string | null;
  /** An index into the parties found; null if the field belongs to nobody in particular. */
  readonly partyIndex: number | null;
  readonly proposedAutoSource: AutoSource | null;
  /** From 0 to 1. */
  readonly confidence: number;
};
