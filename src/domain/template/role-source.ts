import type { EnvelopeField, EnvelopeGraph } from '../envelope/graph.ts';
import { isAnnotation } from '../field/answer.ts';
import type { Issue } from '../errors.ts';

/** Who in the envelope a role represents: at most one of the three properties is set. Without one, the role has no fields yet. */
export type RoleSource = {
  readonly participantId?: string | null | undefined;
  readonly partyIndex?: number | null | undefined;
  readonly syntheticRoleId?: string | null | undefined;
};

const SOURCES = ['participantId', 'partyIndex', 'syntheticRoleId'] as const;
type SourceName = (typeof SOURCES)[number];
const SHOWN = 10;

/**
 * Assigns each field to a role by its participant, or else by its party, or else by its synthetic role.
 * Reports roles with an unknown or repeated source or with several, and fields without a role.
 */
export function assignFields(
  source: EnvelopeGraph,
  roles: readonly RoleSource[],
): { readonly roleOf: (field: EnvelopeField) => number | undefined; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const taken = new Map<string, number>();
  roles.forEach((role, index) => {
    const given = SOURCES.filter((name) => role[name] != null);
    const [name] = given;
    if (name === undefined) return;
    if (given.length > 1) {
      issues.push({ path: `/roles/${index}`, message: `must have only one of ${SOURCES.join(', ')}` });
      return;
    }
    const key = toKey(name, role[name]);
    const path = `/roles/${index}/${name}`;
    if (!hasSource(source, name, role[name])) issues.push({ path, message: MISSING[name] });
    else if (taken.has(key)) issues.push({ path, message: `is already used by role ${taken.get(key)}` });
    else taken.set(key, index);
  });
  const parties = new Map(source.participants.map((one) => [one.id, one.detectedPartyIndex]));
  const findRole = ({ participantId, partyIndex, syntheticRoleId }: EnvelopeField) =>
    [
      toKey('participantId', participantId),
      toKey('partyIndex', partyIndex),
      toKey('partyIndex', participantId === null ? null : parties.get(participantId)),
      toKey('syntheticRoleId', syntheticRoleId),
    ]
      .map((key) => taken.get(key))
      .find((index) => index !== undefined);
  // If some source is wrong, its fields would wrongly be reported as belonging to none.
  if (issues.length === 0)
    issues.push(
      ...reportUnclaimedFields(
        source.fields.filter((field) => !isAnnotation(field) && findRole(field) === undefined),
      ),
    );
  return { roleOf: findRole, issues };
}

const MISSING: { readonly [N in SourceName]: string } = {
  participantId: 'is not a participant of the envelope',
  partyIndex: 'is not a party of the envelope',
  syntheticRoleId: 'is not a role of any field of the envelope',
};

function hasSource(
  { envelope, participants, fields }: EnvelopeGraph,
  name: SourceName,
  value: RoleSource[SourceName],
): boolean {
  switch (name) {
    case 'participantId':
      return participants.some(({ id }) => id === value);
    case 'partyIndex':
      return (
        participants.some(({ detectedPartyIndex }) => detectedPartyIndex === value) ||
        fields.some(({ partyIndex }) => partyIndex === value) ||
        (envelope.detectedParties ?? []).some(({ index }) => index === value)
      );
    case 'syntheticRoleId':
      return fields.some(({ syntheticRoleId }) => syntheticRoleId === value);
    default:
      return name satisfies never;
  }
}

function reportUnclaimedFields(fields: readonly EnvelopeField[]): Issue[] {
  if (fields.length === 0) return [];
  const named = fields.slice(0, SHOWN).map(({ id, type, page }) => `${id} (${type}, page ${page})`);
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : '';
  return [
    { path: '/roles', message: `must cover every field; unassigned fields: ${named.join(', ')}${more}` },
  ];
}

/** Returns the key of a source. An absent value gets a key under which nothing is registered. */
function toKey(name: SourceName, value: RoleSource[SourceName]): string {
  return value == null ? '' : `${name} ${value}`;
}
