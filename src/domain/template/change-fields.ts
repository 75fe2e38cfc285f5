import { refuse, type Refuse } from '../decision.ts';
import { buildDraftFields, type FieldInput } from '../envelope/fields.ts';
import type { Facts } from '../envelope/facts.ts';
import { isAnnotation } from '../field/answer.ts';
import type { Issue } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import { validatePattern } from './change.ts';
import { validateOptionalRoles } from './field-rules.ts';
import { buildTemplateFields } from './template-fields.ts';
import type { TemplateGraph } from './template.ts';

type TemplateFieldInput = Omit<
  FieldInput,
  'participantIndex' | 'partyIndex' | 'syntheticRoleId' | 'syntheticRoleName'
> & {
  /** The role that fills in the field. Absent for what the sender puts on the pages. */
  readonly roleApiName?: string | null | undefined;
};

export type FieldsChange = {
  /** The template's `updatedAt` as last read; null to replace the fields regardless of other changes. */
  readonly expectedUpdatedAt: Timestamp | null;
  readonly fields: readonly TemplateFieldInput[];
};

/**
 * Replaces the fields of a template. A field that keeps its key also keeps the prefill key that programs use.
 * Existing envelopes stay as they are.
 */
export function changeFields(
  graph: TemplateGraph,
  { expectedUpdatedAt, fields: inputs }: FieldsChange,
  facts: Facts,
): { readonly kind: 'accept'; readonly graph: TemplateGraph } | Refuse {
  const { template, roles } = graph;
  if (expectedUpdatedAt !== null && Date.parse(expectedUpdatedAt) !== Date.parse(template.updatedAt))
    return refuse('version_conflict', { updatedAt: template.updatedAt });

  const positions = new Map(roles.map(({ apiRoleName }, index) => [apiRoleName, index]));
  const unknown = inputs.flatMap(({ roleApiName, type = 'signature' }, index): Issue[] =>
    positions.has(roleApiName ?? '') || (roleApiName == null && isAnnotation({ type }))
      ? []
      : [{ path: `/fields/${index}/roleApiName`, message: 'is not a role of the template' }],
  );
  if (unknown.length > 0) return refuse('validation_failed', { issues: unknown });

  const people = roles.map(({ id, orderIndex }) => ({ id, orderIndex, detectedPartyIndex: null }));
  const { fields: built = [], issues } = buildDraftFields(
    { documents: graph.documents, fields: [], envelope: template },
    people,
    inputs.map(({ roleApiName, ...input }) => ({
      ...input,
      participantIndex: positions.get(roleApiName ?? '') ?? null,
    })),
    facts,
  );
  const fields = buildTemplateFields(
    template,
    built,
    {
      roleOf: ({ participantId }) => roles.find(({ id }) => id === participantId),
      locked: new Set(),
      kept: new Map(
        graph.fields.flatMap(({ key, prefillKey }) => (prefillKey === null ? [] : [[key, prefillKey]])),
      ),
    },
    facts,
  );
  const pattern =
    template.namePattern === null ? [] : validatePattern(template.namePattern, { roles, fields });
  const all = [
    ...issues,
    ...validateOptionalRoles(fields, roles).map(({ message }) => ({ path: '/fields', message })),
    ...pattern.map(({ message }) => ({ path: '/fields', message: `name pattern: ${message}` })),
  ];
  if (all.length > 0) return refuse('validation_failed', { issues: all });
  return {
    kind: 'accept',
    graph: {
      ...graph,
      fields,
      template: { ...template, updatedAt: getNextChangeTime(template.updatedAt, facts.now) },
    },
  };
}

/**
 * Returns the current time, or a moment after the last change if that is later, so that no two changes have
 * the same time.
 */
function getNextChangeTime(last: Timestamp, now: Timestamp): Timestamp {
  return now > last ? now : new Date(Date.parse(last) + 1).toISOString();
}
