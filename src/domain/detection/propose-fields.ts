import type { DetectedParty } from '../envelope/graph.ts';
import type { AutoSource, FieldType } from '../field/catalogue.ts';
import type { BoostedTrees } from './boosted-trees.ts';
import { formFields } from './form-fields.ts';
import { shippedTrees } from './form-model.ts';
import { type PageBox, type PageFacts, sharedArea } from './page-facts.ts';
import { signatureBlocks } from './signature-blocks.ts';

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

/** Two boxes that share more of the smaller one than this stand for the same blank. */
const SAME_PLACE = 0.3;

/**
 * Proposes fields and parties for a document from what is printed on its pages. `trees` are others than those of the
 * program only where these are measured.
 */
export function proposeFields(
  pages: readonly PageFacts[],
  trees: BoostedTrees = shippedTrees(),
): {
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
} {
  const { fields, parties } = signatureBlocks(pages);
  const others = pages
    .flatMap((page) => formFields(page, trees))
    .filter((field) => fields.every((own) => own.page !== field.page || !isSamePlace(own.box, field.box)));
  return { fields: [...fields, ...others].sort(inReadingOrder), parties };
}

function isSamePlace(one: PageBox, other: PageBox): boolean {
  return sharedArea(one, other) > Math.min(one.width * one.height, other.width * other.height) * SAME_PLACE;
}

function inReadingOrder(one: ProposedField, other: ProposedField): number {
  return one.page - other.page || one.box.y - other.box.y || one.box.x - other.box.x;
}
