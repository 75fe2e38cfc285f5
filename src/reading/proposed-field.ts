import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import type { PageBox } from './page/page-facts.ts';

/** A field that a document seems to ask for. `box` is in fractions of the visible page, origin at the top left. */
export type ProposedField = {
  /** From 1. */
  readonly page: number;
  readonly box: PageBox;
  readonly type: FieldType;
  /** The printed words beside it; empty when there are none. */
  readonly label: string;
  readonly required: boolean;
  readonly multiline: boolean;
  /** Radio buttons and ticks that belong together share a name; null for a field on its own. */
  readonly group: string | null;
  /** Index in the parties that were found; null when the field is nobody's in particular. */
  readonly partyIndex: number | null;
  readonly proposedAutoSource: AutoSource | null;
  /** 0 to 1. */
  readonly confidence: number;
};
