import { compareReadingOrder } from '#domain/envelope/detect.ts';
import type { DetectedParty } from '#domain/envelope/graph.ts';
import { findContractTicks } from './signing-blocks/contract-ticks.ts';
import { findFormFields } from './forms/form-fields.ts';
import { type FormModel, getShippedModel } from './model/form-model.ts';
import { type PageBox, type PageFacts, getSharedArea } from './page/page-facts.ts';
import type { ProposedField } from './proposed-field.ts';
import { findSignatureBlocks } from './signing-blocks/signature-blocks.ts';

/**
 * Proposes fields and parties from what is printed on a document's pages. Only benchmarks pass a different
 * `model`.
 */
export function proposeFields(
  pages: readonly PageFacts[],
  model: FormModel = getShippedModel(),
): {
  readonly fields: readonly ProposedField[];
  readonly parties: readonly DetectedParty[];
} {
  const blocks = findSignatureBlocks(pages);
  const found = pages.flatMap((page) => findFormFields(page, model));
  if (blocks === null) return { fields: found, parties: [] };
  const own = [...pages.flatMap((page) => findContractTicks(page)), ...blocks.fields];
  const sure = found.filter(({ confidence }) => confidence >= LEAST_SURE);
  const others = sure.filter(
    (field) => (isTick(field) || isOnForm(field, sure)) && !isAmong(field, own) && isApart(field, own),
  );
  return { fields: [...own, ...others].sort(compareReadingOrder), parties: blocks.parties };
}

/** The smallest confidence of a form field in a contract, because its pages are mostly text. */
const LEAST_SURE = 0.6;

/**
 * The smallest number of fields that make a contract's page a form. Fewer fields are empty cells of tables.
 */
const LEAST_OF_FORM = 8;

/** Two boxes are the same blank if they share more than this part of the smaller one. */
const SAME_PLACE = 0.3;

/** The area around a signature block in which only the block's grammar decides, as a share of the page. */
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
  return (
    getSharedArea(one, other) > Math.min(one.width * one.height, other.width * other.height) * SAME_PLACE
  );
}
