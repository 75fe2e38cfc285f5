import { refuse, type Refuse } from '../decision.ts';
import { type CopyInput, type EnvelopeGraph, findDocument } from '../envelope/graph.ts';
import { toTemplateCopy } from '../envelope/copies.ts';
import { sortBySigningOrder } from '../envelope/draft.ts';
import type { Facts } from '../envelope/facts.ts';
import { withPositions } from '../envelope/anchored-fields.ts';
import { copyFiles } from '../envelope/files/file.ts';
import type { ParticipantDelivery, ParticipantRole } from '../envelope/status.ts';
import { refuseByStatus } from '../envelope/lifecycle.ts';
import { toMessage, type MessageInput } from '../envelope/message.ts';
import type { Issue } from '../errors.ts';
import { toApiNames } from '../api-names.ts';
import { validatePattern } from './change.ts';
import { validateOptionalRoles, validateTemplateRules } from './field-rules.ts';
import { validateRecipient } from './recipients.ts';
import { assignFields, type RoleSource } from './role-source.ts';
import { buildTemplateFields } from './template-fields.ts';
import type { RoleRecipient, Template, TemplateGraph, TemplateRole } from './template.ts';

export type RoleInput = RoleSource & {
  readonly name: string;
  /** The position in the signing order. Roles with the same one sign in parallel. */
  readonly orderIndex?: number | undefined;
  /** Default: the role of the participant that this role stands for. */
  readonly role?: ParticipantRole | undefined;
  /** Default: the delivery of the participant that this role stands for. */
  readonly delivery?: ParticipantDelivery | undefined;
  readonly isSender?: boolean | undefined;
  readonly optional?: boolean | undefined;
  /** The person who takes the role unless someone else is named. Default: null, which asks each time. */
  readonly recipient?: RoleRecipient | null | undefined;
};

export type FromEnvelopeInput = {
  readonly name: string;
  readonly namePattern: string | null;
  /** Default: the envelope's message. */
  readonly message?: MessageInput | null | undefined;
  /** Default: the envelope's copies. */
  readonly copies?: readonly CopyInput[] | undefined;
  /** The roles, in signing order. */
  readonly roles: readonly RoleInput[];
  readonly lockedFieldIds: readonly string[];
  /** Whether the variables of Word files are filled in for each envelope. Default: true. */
  readonly fillVariables?: boolean | undefined;
};

export type FromEnvelope = { readonly kind: 'accept'; readonly graph: TemplateGraph } | Refuse;

/**
 * Saves an envelope's document and layout as a template. The envelope's participants, parties, or roles
 * become the template's roles. Refuses if a field would belong to no role.
 */
export function fromEnvelope(source: EnvelopeGraph, input: FromEnvelopeInput, facts: Facts): FromEnvelope {
  const { envelope } = source;
  const refusedByStatus = refuseByStatus('save-template', envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  if (
    findDocument(source, 'prepared') === null ||
    envelope.contentHash === null ||
    envelope.sizeBytes === null
  )
    return refuse('invalid_state', { status: envelope.status, reason: 'document_missing' });

  const template: Template = {
    id: facts.newId('template'),
    organizationId: envelope.organizationId,
    teamId: envelope.teamId,
    name: input.name,
    namePattern: input.namePattern,
    originalFilename: envelope.originalFilename,
    sourceFormat: envelope.sourceFormat,
    contentHash: envelope.contentHash,
    sizeBytes: envelope.sizeBytes,
    legalFramework: envelope.legalFramework,
    consumerDisclosure: envelope.consumerDisclosure,
    reminderPolicy: envelope.reminderPolicy,
    message: input.message === undefined ? envelope.message : toMessage(input.message),
    copies: (input.copies ?? source.copies).map(toTemplateCopy),
    archivedAt: null,
    useCount: 0,
    lastUsedAt: null,
    attention: [],
    createdAt: facts.now,
    updatedAt: facts.now,
  };
  const roles = buildRoles(template, source, input.roles, facts);
  const { roleOf, issues: sourceIssues } = assignFields(source, input.roles);
  const placed = withPositions(source);
  const fields = buildTemplateFields(
    template,
    placed,
    {
      roleOf: (field) => roles[roleOf(field) ?? -1],
      locked: new Set(input.lockedFieldIds),
      kept: new Map(),
    },
    facts,
  );
  const issues = [
    ...sourceIssues,
    ...validateSenders(input.roles),
    ...roles.flatMap((role, index) => validateRecipient(role, `/roles/${index}/recipient`)),
    ...findOrderIssues(input.roles),
    ...validateLocked(source, input.lockedFieldIds),
    ...validatePlaced(source),
    ...validateTemplateRules(fields, roles, '/roles'),
    ...validateOptionalRoles(fields, roles),
    // The prefill keys are known only if every source is right.
    ...(input.namePattern === null || sourceIssues.length > 0
      ? []
      : validatePattern(input.namePattern, { roles, fields })),
  ];
  if (issues.length > 0) return refuse('validation_failed', { issues });
  const documents = source.documents.filter(
    ({ variant }) => variant === 'original' || variant === 'prepared',
  );
  const files = copyFiles(source.files, facts).map((file) =>
    input.fillVariables === true ? file : { ...file, content: { ...file.content, variables: [] } },
  );
  return { kind: 'accept', graph: { template, roles: sortBySigningOrder(roles), fields, documents, files } };
}

function buildRoles(
  { id, organizationId }: Template,
  source: EnvelopeGraph,
  inputs: readonly RoleInput[],
  facts: Facts,
): TemplateRole[] {
  const order = getRoleOrder(source, inputs);
  const names = toApiNames(inputs.map(({ name }) => ({ name, fallback: 'role' })));
  return inputs.map(({ name, role, delivery, participantId, isSender, optional, recipient }, index) => {
    const person = source.participants.find(({ id }) => id === participantId);
    return {
      id: facts.newId('templateRole'),
      templateId: id,
      organizationId,
      name,
      apiRoleName: names[index] ?? 'role',
      orderIndex: order[index] ?? index,
      role: role ?? person?.role ?? 'signer',
      delivery: delivery ?? person?.delivery ?? 'email',
      isSender: isSender ?? false,
      optional: optional ?? false,
      recipient: recipient ?? null,
    };
  });
}

/**
 * Returns the order index of each role: the given one, or else its position. Neighboring roles whose
 * participants sign in parallel share an index.
 */
function getRoleOrder({ participants }: EnvelopeGraph, inputs: readonly RoleInput[]): number[] {
  const groups = inputs.map(
    ({ participantId }) => participants.find(({ id }) => id === participantId)?.orderIndex ?? null,
  );
  let last = -1;
  return inputs.map(({ orderIndex }, index) => {
    if (orderIndex !== undefined) return orderIndex;
    if (index === 0 || groups[index] === null || groups[index] !== groups[index - 1]) last += 1;
    return last;
  });
}

function findOrderIssues(roles: readonly RoleInput[]): Issue[] {
  if (roles.every(({ orderIndex }) => orderIndex === undefined)) return [];
  return roles.flatMap(({ orderIndex }, index) =>
    orderIndex === undefined
      ? [{ path: `/roles/${index}/orderIndex`, message: 'is required if another role has one' }]
      : [],
  );
}

function validateSenders(roles: readonly RoleInput[]): Issue[] {
  const senders = roles.flatMap(({ isSender }, index) => (isSender === true ? [index] : []));
  return senders.slice(1).map((index) => ({
    path: `/roles/${index}/isSender`,
    message: `is already true for role ${senders[0]}: only one role can be the sender's`,
  }));
}

/** Reports fields that still wait for their text, because they have no place in a template either. */
function validatePlaced({ fields }: EnvelopeGraph): Issue[] {
  return fields
    .filter(({ placed }) => !placed)
    .map(({ key }) => ({
      path: '/sourceEnvelopeId',
      message: `has a field without a place: ${key}. Move, anchor or remove it`,
    }));
}

function validateLocked(source: EnvelopeGraph, lockedFieldIds: readonly string[]): Issue[] {
  const known = new Set(source.fields.map(({ id }) => id));
  return lockedFieldIds.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `/lockedFieldIds/${index}`, message: 'is not a field of the envelope' }],
  );
}
