import type { DetectedParty } from '#domain/envelope/graph.ts';
import { contractTicks } from './signing-blocks/contract-ticks.ts';
import { formFields } from './forms/form-fields.ts';
import { type FormModel, shippedModel } from './model/form-model.ts';
import { type PageBox, type PageFacts, sharedArea } from './page/page-facts.ts';
import type { ProposedField } from './proposed-field.ts';
import { signatureBlocks } from './signing-blocks/signature-blocks.ts';

/**
 * Proposes fields and parties for a document from what is printed on its pages. `model` is another than that of the
 * program only where this is measured.
 */
export function proposeFields(
  pages: readonly PageFacts[],
  model: FormModel = shippedModel(),
): {
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
} {
  const blocks = signatureBlocks(pages);
  const found = pages.flatMap((page) => formFields(page, model));
  if (blocks === null) return { fields: found, parties: [] };
  const own = [...pages.flatMap((page) => contractTicks(page)), ...blocks.fields];
  const sure = found.filter(({ confidence }) => confidence >= LEAST_SURE);
  const others = sure.filter(
    (field) => (isTick(field) || isOnForm(field, sure)) && !isAmong(field, own) && isApart(field, own),
  );
  return { fields: [...own, ...others].sort(inReadingOrder), parties: blocks.parties };
}

/** How sure a form's field must be within a contract, whose pages are mostly text. */
const LEAST_SURE = 0.6;

/** An annex may be a form, and then asks for this much on one page; fewer are empty cells of a table of fees or dates. */
const LEAST_OF_FORM = 8;

/** Two boxes that share more of the smaller one than this stand for the same blank. */
const SAME_PLACE = 0.3;

/** Where a block stands, nothing but its grammar says what is asked for; that far around it, as parts of the page. */
const AROUND = 0.035;

type Placed = { readonly page: number; readonly box: PageBox };

function isAmong(field: ProposedField, places: readonly Placed[]): boolean {
  return places.some(({ page, box }) => page === field.page && isSamePlace(box, field.box));
}

function isTick({ type }: ProposedField): boolean {
  return type === 'checkbox' || type === 'radio';
}

function isOnForm({ page }: ProposedField, sure: readonly ProposedField[]): boolean {
  return sure.filter((other) => other.page === page && !isTick(other)).length >= LEAST_OF_FORM;
}

function isApart(field: ProposedField, own: readonly ProposedField[]): boolean {
  if (isTick(field)) return true;
  const { page, box } = field;
  const middle = box.y + box.height / 2;
  return !own.some(
    (block) =>
      block.page === page &&
      block.partyIndex !== null &&
      middle > block.box.y - AROUND &&
      middle < block.box.y + block.box.height + AROUND,
  );
}

function isSamePlace(one: PageBox, other: PageBox): boolean {
  return sharedArea(one, other) > Math.min(one.width * one.height, other.width * other.height) * SAME_PLACE;
}

function inReadingOrder(one: ProposedField, other: ProposedField): number {
  return one.page - other.page || one.box.y - other.box.y || one.box.x - other.box.x;
}
