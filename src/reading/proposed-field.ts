import type { AutoSource, FieldType } from '#domain/field/catalogue.ts';
import type { PageBox } from './page/page-facts.ts';

/** A proposed field. `box` is in fractions of the visible page, origin top left. */
export type ProposedField = {
  /** From 1. */
  readonly page: number;
  readonly box: PageBox;
  readonly type: FieldType;
  /** The printed words next to it, or empty. */
  readonly label: string;
  readonly required: boolean;
  readonly multiline: boolean;
  /** The name shared by radio buttons or ticks of one group; null for single fields. */
  readonly group: string | null;
  /** An index into the parties found; null if it belongs to nobody in particular. */
  readonly partyIndex: number | null;
  readonly proposedAutoSource: AutoSource | null;
  /** 0 to 1. */
  readonly confidence: number;
};
