import type { Patch } from '../decision.ts';
import type { FoundTag } from '../document/tags.ts';
import { type FieldAnchor, toFieldDetails } from '../field/details.ts';
import { deriveFieldKeys } from '../field/key.ts';
import { UNASSIGNED } from '../field/unassigned-role.ts';
import { LIMITS } from '../limits.ts';
import type { Facts } from './facts.ts';
import type { DetectedParty, Envelope, EnvelopeField, EnvelopeGraph, Participant } from './graph.ts';

type Draft = {
  readonly envelope: Pick<Envelope, 'id' | 'organizationId'>;
  readonly participants: readonly Participant[];
  readonly fields: readonly EnvelopeField[];
  /** The parties that other files name. */
  readonly known: readonly DetectedParty[];
};

/**
 * Adds the fields and parties of a file's tags to the patch that adds the file. `firstPage` is where the file
 * starts in the document.
 */
export function withTags(
  graph: EnvelopeGraph,
  patch: Patch,
  { tags, firstPage = 1 }: { readonly tags: readonly FoundTag[]; readonly firstPage?: number },
  facts: Facts,
): Patch {
  if (tags.length === 0) return patch;
  const { envelope } = graph;
  const participants = getReplacement(patch.participants) ?? graph.participants;
  const before = getReplacement(patch.fields) ?? graph.fields;
  const known = patch.envelope?.detectedParties ?? envelope.detectedParties ?? [];
  const placed = tags.map((tag) => ({ ...tag, page: tag.page + firstPage - 1 }));
  const { fields, parties } = buildTaggedFields(
    { envelope, participants, fields: before, known },
    placed,
    facts,
  );
  const detectedParties = parties.length === 0 ? null : parties;
  return { ...patch, envelope: { ...patch.envelope, detectedParties }, fields: { replace: fields } };
}

function getReplacement<T>(
  part: { readonly replace: readonly T[] } | object | undefined,
): readonly T[] | undefined {
  return part !== undefined && 'replace' in part ? part.replace : undefined;
}

/**
 * Builds the fields that tags stand for, after the fields that the draft already has, and one party for each
 * role, in the order in which the roles appear. Unless `detectedPartyIndex` is given explicitly, participants
 * take the parties in order.
 */
function buildTaggedFields(
  { envelope, participants, fields, known }: Draft,
  tags: readonly FoundTag[],
  facts: Facts,
): { readonly fields: EnvelopeField[]; readonly parties: DetectedParty[] } {
  const added = tags.slice(0, Math.max(0, LIMITS.fieldsMax - fields.length));
  const roles = [...new Set(added.flatMap(({ role }) => role ?? []))].sort(compareByNumber);
  const indexes = assignPartyIndexes(known, roles);
  const taken = new Set(fields.map(({ key }) => key));
  const named = added.map(({ key, label, type }) => {
    const own = key === null || taken.has(key) ? null : key;
    if (own !== null) taken.add(own);
    return { key: own, label, type };
  });
  const keys = deriveFieldKeys([...fields, ...named]).slice(fields.length);
  const made = added.map((tag, index): EnvelopeField => {
    const {
      type,
      page,
      x,
      y,
      width,
      height,
      label,
      required,
      options,
      readonly: isFixed,
      defaultValue,
    } = tag;
    const partyIndex = tag.role === null ? null : (indexes.get(tag.role) ?? null);
    return {
      ...toFieldDetails({
        format: tag.format === null ? null : { pattern: tag.format },
        defaultValue: isFixed ? null : defaultValue,
        anchor: tagAnchor(tag, tags),
      }),
      ...{ type, page, x, y, width, height, label, required, options },
      id: facts.newId('field'),
      envelopeId: envelope.id,
      organizationId: envelope.organizationId,
      key: keys[index] ?? '',
      placed: true,
      source: 'form',
      prefillValue: isFixed ? defaultValue : null,
      locked: isFixed,
      participantId: findTaker(partyIndex, participants)?.id ?? null,
      partyIndex,
      ...(partyIndex === null ? UNASSIGNED : { syntheticRoleId: null, syntheticRoleName: null }),
      autoSource: null,
      proposedAutoSource: null,
      value: null,
      attachments: [],
      filledAt: null,
      group: null,
      createdAt: facts.now,
      updatedAt: facts.now,
    };
  });
  const own = (index: number) => made.filter(({ partyIndex }) => partyIndex === index).length;
  const unknown = [...indexes].filter(([, index]) => !known.some((party) => party.index === index));
  const parties = [
    ...known.map((party) => ({ ...party, fieldCount: party.fieldCount + own(party.index) })),
    ...unknown.map(([role, index]) => ({
      ...{ index, name: null, email: null, roleLabel: role },
      fieldCount: own(index),
    })),
  ];
  return { fields: [...fields, ...made], parties };
}

/** Assigns each role its party: the party with the same role in another file, or a new one. */
function assignPartyIndexes(
  known: readonly DetectedParty[],
  roles: readonly string[],
): ReadonlyMap<string, number> {
  let next = known.length === 0 ? 0 : 1 + Math.max(...known.map(({ index }) => index));
  return new Map(
    roles.map((role) => {
      const same = known.find(({ roleLabel }) => roleLabel?.toLowerCase() === role.toLowerCase());
      return [role, same?.index ?? next++] as const;
    }),
  );
}

function findTaker(partyIndex: number | null, participants: readonly Participant[]): Participant | undefined {
  if (partyIndex === null) return undefined;
  return participants.some(({ detectedPartyIndex }) => detectedPartyIndex !== null)
    ? participants.find(({ detectedPartyIndex }) => detectedPartyIndex === partyIndex)
    : participants[partyIndex];
}

/**
 * Compares roles by their number. Names such as r1 and r2 give an order, and all others keep the order of the
 * document.
 */
function compareByNumber(one: string, other: string): number {
  return parseRoleNumber(one) - parseRoleNumber(other);
}

function parseRoleNumber(role: string): number {
  const [, digits] = /^r(\d{1,3})$/i.exec(role) ?? [];
  return digits === undefined ? 0 : Number(digits);
}

/**
 * Returns the anchor of a field that a tag stands for. It consists of the tag's text, which is no longer in
 * the document, and the tag's number among the tags with the same text.
 */
function tagAnchor(tag: FoundTag, tags: readonly FoundTag[]): FieldAnchor {
  const text = getAnchorText(tag);
  return { text, occurrence: matchTags(tags, text).indexOf(tag) + 1 };
}

/** Checks whether an anchor comes from a tag. */
export function isTagAnchor(anchor: FieldAnchor | null): anchor is FieldAnchor {
  return anchor !== null && /^\{\{/.test(anchor.text) && typeof anchor.occurrence === 'number';
}

/** Checks whether a field was found in the document, so that it counts for its party. */
export function isFoundField({ source, anchor }: Pick<EnvelopeField, 'source' | 'anchor'>): boolean {
  return source === 'detected' || (source === 'form' && isTagAnchor(anchor));
}

/** Returns the tags that match an anchor's text, in their original order. */
export function matchTags(tags: readonly FoundTag[], text: string): readonly FoundTag[] {
  return tags.filter((tag) => getAnchorText(tag) === text);
}

function getAnchorText({ text }: FoundTag): string {
  return text.slice(0, LIMITS.anchorTextMaxChars).trim();
}
