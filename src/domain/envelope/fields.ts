import type { Issue } from '../errors.ts';
import { type AutoSource, type FieldSource, type FieldType, getFieldTypeFacts } from '../field/catalogue.ts';
import { isAnnotation } from '../field/answer.ts';
import { validateDetails } from '../field/detail-issues.ts';
import { type FieldDetailsInput, toFieldDetails } from '../field/details.ts';
import { toAnchorKey } from '../field/anchor.ts';
import { deriveFieldKeys } from '../field/key.ts';
import { toStoredValue, explainValueProblem } from '../field/value/problem.ts';
import type { Facts } from './facts.ts';
import {
  type Envelope,
  type EnvelopeField,
  type EnvelopeGraph,
  findDocument,
  type Participant,
} from './graph.ts';
import { checkRules } from '../field/rules/check-rules.ts';

export type FieldInput = FieldDetailsInput & {
  /** Default: derived from the label. */
  readonly key?: string | null | undefined;
  readonly type?: FieldType | undefined;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether the anchor determined this place; absent if the sender gave the place. */
  readonly placed?: boolean | undefined;
  /** The field's location in the request, if it differs from the field's own index. */
  readonly path?: string | undefined;
  readonly participantIndex?: number | null | undefined;
  readonly partyIndex?: number | null | undefined;
  readonly syntheticRoleId?: string | null | undefined;
  readonly syntheticRoleName?: string | null | undefined;
  readonly label?: string | null | undefined;
  readonly required?: boolean | undefined;
  readonly source?: FieldSource | undefined;
  readonly options?: readonly string[] | null | undefined;
  readonly group?: string | null | undefined;
  readonly prefillValue?: string | null | undefined;
  readonly locked?: boolean | undefined;
  readonly autoSource?: AutoSource | null | undefined;
  readonly proposedAutoSource?: AutoSource | null | undefined;
};

/** What the fields belong to: an envelope, or a template that takes the place of one. */
type FieldsOwner = Pick<EnvelopeGraph, 'documents' | 'fields'> & {
  readonly envelope: Pick<Envelope, 'id' | 'organizationId'>;
};

type Filler = Pick<Participant, 'id' | 'orderIndex' | 'detectedPartyIndex'>;

/** A tolerance for fractions that clients compute in floating point. */
const EPSILON = 1e-6;

/**
 * Builds the fields that replace an envelope's fields, and reports what is wrong with them. A field in the
 * same place as an earlier one keeps its source, so a detected field stays detected until the sender changes
 * it.
 */
export function buildDraftFields(
  graph: FieldsOwner,
  participants: readonly Filler[],
  inputs: readonly FieldInput[] | undefined,
  facts: Facts,
): { fields: EnvelopeField[] | undefined; issues: Issue[] } {
  if (inputs === undefined) return { fields: undefined, issues: [] };
  const pageCount = findDocument(graph, 'prepared')?.pageCount ?? null;
  const before = new Map(graph.fields.map((field) => [toPlaceKey(field), field]));
  const anchors = new Set(graph.fields.flatMap(({ anchor }) => (anchor === null ? [] : toAnchorKey(anchor))));
  const findSamePlace = (input: FieldInput) =>
    before.get(toPlaceKey({ ...input, type: input.type ?? 'signature' }));
  const getPath = (index: number) => inputs[index]?.path ?? `/fields/${index}`;
  const issues = inputs.flatMap((input, index) =>
    validateField(input, getPath(index), participants, pageCount, facts),
  );
  issues.push(...validateKeys(inputs));
  const keys = deriveFieldKeys(inputs.map(({ key, label, type = 'signature' }) => ({ key, label, type })));
  const fields = inputs.map((input, index): EnvelopeField => ({
    ...toFieldDetails(input),
    id: facts.newId('field'),
    envelopeId: graph.envelope.id,
    organizationId: graph.envelope.organizationId,
    participantId: findOwner(input, participants),
    key: keys[index] ?? '',
    type: input.type ?? 'signature',
    page: input.page,
    x: input.x,
    y: input.y,
    width: input.width,
    height: input.height,
    // An empty label would be displayed as nothing, whereas null displays the name of the type.
    label: input.label === '' ? null : (input.label ?? null),
    required: input.required ?? !isAnnotation({ type: input.type ?? 'signature' }),
    options: input.options ?? null,
    source: input.source ?? findSamePlace(input)?.source ?? 'manual',
    ...resolvePlacement(input, findSamePlace(input), anchors),
    ...toInitialValues(input),
    locked: input.locked ?? false,
    autoSource: input.autoSource ?? null,
    proposedAutoSource: input.proposedAutoSource ?? null,
    value: null,
    attachments: [],
    filledAt: null,
    partyIndex: input.partyIndex ?? null,
    syntheticRoleId: input.syntheticRoleId ?? null,
    syntheticRoleName: input.syntheticRoleName ?? null,
    group: input.group ?? null,
    createdAt: facts.now,
    updatedAt: facts.now,
  }));
  issues.push(...validateFieldRules(fields, participants, getPath));
  return { fields, issues };
}

function validateField(
  input: FieldInput,
  path: string,
  participants: readonly Filler[],
  pageCount: number | null,
  { matches }: Facts,
): Issue[] {
  const issues: Issue[] = [];
  const say = (property: string, message: string) => issues.push({ path: `${path}${property}`, message });
  const type = input.type ?? 'signature';
  const facts = getFieldTypeFacts(type);
  const details = toFieldDetails(input);

  if (facts.answer === 'none') issues.push(...validateAnnotation(input, type, path));
  else if (input.participantIndex == null && input.partyIndex == null && input.syntheticRoleId == null) {
    say('', 'must have one of participantIndex, partyIndex, syntheticRoleId');
  }
  if (input.participantIndex != null && participants[input.participantIndex] === undefined) {
    say('/participantIndex', `is not the index of one of the ${participants.length} participants`);
  }
  if (pageCount !== null && input.page > pageCount)
    say('/page', `is not on any of the document's ${pageCount} pages`);
  if (input.x + input.width > 1 + EPSILON) say('/width', 'extends past the right edge of the page');
  if (input.y + input.height > 1 + EPSILON) say('/height', 'extends past the bottom edge of the page');

  const options = input.options ?? [];
  if (facts.options === 'required' && options.length === 0) say('/options', `is required for a ${type}`);
  if (options.length > 0 && facts.options === 'none') say('/options', `is not allowed for a ${type} field`);
  if (new Set(options).size !== options.length) say('/options', "can't repeat an option");

  const least = details.validation?.min ?? 0;
  if (facts.value === 'options' && Number(least) > options.length)
    say('/validation/min', "can't be greater than the number of options");

  const prefill = input.prefillValue ?? '';
  if (prefill !== '' && !facts.takesPrefill) say('/prefillValue', `is not allowed for a ${type} field`);
  if (input.autoSource != null && facts.answer !== 'text')
    say('/autoSource', `is not allowed for a ${type} field`);
  if (input.locked === true && prefill === '' && input.autoSource == null) {
    say('/locked', 'requires a prefillValue or an autoSource, since nobody else can fill in the field');
  }
  if (
    input.formula &&
    (prefill !== '' || input.autoSource != null || input.locked === true || input.defaultValue)
  )
    say('/formula', "can't be combined with prefillValue, defaultValue, autoSource or locked");
  issues.push(...validateDetails(type, details, path));
  for (const property of ['prefillValue', 'defaultValue'] as const) {
    if (!facts.takesPrefill) break;
    const problem = explainValueProblem({ type, options, ...details }, input[property] ?? '', matches);
    if (problem !== null) say(`/${property}`, problem);
  }
  return issues;
}

/** What only makes sense for a field that somebody answers. */
const ANSWERED = [
  'participantIndex',
  'partyIndex',
  'syntheticRoleId',
  'required',
  'locked',
  'group',
  'hint',
  'private',
  'condition',
] as const;

/** The sender puts an annotation on the page for everyone, so it has no recipient and asks nothing. */
function validateAnnotation(input: FieldInput, type: FieldType, path: string): Issue[] {
  return ANSWERED.filter((name) => input[name] != null && input[name] !== false).map((name) => ({
    path: `${path}/${name}`,
    message: `is not allowed for a ${type} field`,
  }));
}

/** Returns the values that a field starts with, in the form in which they are stored. */
function toInitialValues({ prefillValue, defaultValue, ...input }: FieldInput) {
  const rules = { ...toFieldDetails(input), type: input.type ?? 'signature', options: input.options ?? null };
  return {
    prefillValue: prefillValue == null ? null : toStoredValue(rules, prefillValue),
    defaultValue: defaultValue ? toStoredValue(rules, defaultValue) : null,
  };
}

function validateKeys(inputs: readonly FieldInput[]): Issue[] {
  const first = new Map<string, number>();
  return inputs.flatMap(({ key, path }, index) => {
    if (!key) return [];
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    return before === undefined
      ? []
      : [{ path: `${path ?? `/fields/${index}`}/key`, message: `is already used by field ${before}` }];
  });
}

function findOwner(input: FieldInput, participants: readonly Filler[]): string | null {
  if (input.participantIndex != null) return participants[input.participantIndex]?.id ?? null;
  if (input.partyIndex == null) return null;
  return participants.find((participant) => participant.detectedPartyIndex === input.partyIndex)?.id ?? null;
}

/** A field that the sender moves is no longer at its anchor, so the anchor is removed. */
function resolvePlacement(
  input: FieldInput,
  before: EnvelopeField | undefined,
  anchors: ReadonlySet<string>,
): Pick<EnvelopeField, 'anchor' | 'placed'> {
  const anchor = input.anchor ?? null;
  if (anchor === null) return { anchor, placed: true };
  if (input.placed !== undefined) return { anchor, placed: input.placed };
  const said = toAnchorKey(anchor);
  if (before !== undefined && before.anchor !== null && toAnchorKey(before.anchor) === said)
    return { anchor, placed: before.placed };
  return { anchor: anchors.has(said) ? null : anchor, placed: true };
}

function toPlaceKey(field: Pick<EnvelopeField, 'type' | 'page' | 'x' | 'y' | 'width' | 'height'>): string {
  return [
    field.type,
    field.page,
    ...[field.x, field.y, field.width, field.height].map((n) => n.toFixed(5)),
  ].join(' ');
}

/**
 * Returns what is wrong with the conditions and formulas of an envelope's fields, given the order in which
 * participants sign.
 */
export function validateFieldRules(
  fields: readonly EnvelopeField[],
  participants: readonly Pick<Participant, 'id' | 'orderIndex'>[],
  /** Where the field is in the request. */
  pathOf: (index: number) => string = (index) => `/fields/${index}`,
): Issue[] {
  const fillers = new Map(participants.map((one) => [one.id, one]));
  const checked = fields.map((field) => ({
    ...field,
    filler: fillers.get(field.participantId ?? '') ?? null,
  }));
  return checkRules(checked).map(({ index, path, message }) => ({
    path: `${pathOf(index)}${path}`,
    message,
  }));
}
