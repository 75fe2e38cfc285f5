import { accept, refuse, type Decision, type Refuse } from '../decision.ts';
import type { CopyInput, EnvelopeField, EnvelopeGraph, Participant } from '../envelope/graph.ts';
import { createCopies } from '../envelope/copies.ts';
import { buildCreatedEvent, emptyGraph } from '../envelope/create.ts';
import { createParticipant } from '../envelope/draft.ts';
import type { Facts } from '../envelope/facts.ts';
import { pickDetails } from '../field/details.ts';
import { copyFiles } from '../envelope/files/file.ts';
import { toMessage, type MessageInput } from '../envelope/message.ts';
import { assignRoles, type RecipientInput, type Taken } from './recipients.ts';
import { validateTemplateRules } from './field-rules.ts';
import { fillFields, type Filled } from './prefill.ts';
import type { TemplateGraph } from './template.ts';
import { getTemplateVariables } from './variables.ts';
import { validateVariables } from '../variables/check-values.ts';
import type { VariableValues } from '../variables/values.ts';

export type InstantiateInput = {
  readonly id: string;
  /** Recipients by apiRoleName. */
  readonly recipients: Readonly<Record<string, RecipientInput>>;
  /** Values by prefillKey. */
  readonly prefill: Readonly<Record<string, string>>;
  /** The values that the variables of Word files are filled with. */
  readonly variables?: VariableValues | undefined;
  /** An explicit name, which takes precedence over the template's pattern. */
  readonly displayName: string | undefined;
  /** Default: the template's message. */
  readonly message?: MessageInput | null | undefined;
  /** Default: the template's copies. */
  readonly copies?: readonly CopyInput[] | undefined;
  /** The position of the sender's role in the signing order, from 0. A position beyond the end means last. */
  readonly senderOrder: number | undefined;
  /** The organization's default, because templates have no expiry. Default: none. */
  readonly expiryDays?: number | null;
  /** The organization's default for recipients whose input doesn't choose. Default: true. */
  readonly delegationDefault?: boolean;
  readonly sender: { readonly userId: string | null; readonly name: string; readonly email: string };
};

export type Instantiated =
  | {
      readonly kind: 'accept';
      readonly empty: EnvelopeGraph;
      readonly create: (empty: EnvelopeGraph) => Decision;
    }
  | Refuse;

/**
 * Creates an envelope from a template, with a participant and prefilled fields for each role that is taken.
 * Leaves out optional roles that nobody takes. Reports all problems at once.
 */
export function instantiate(source: TemplateGraph, input: InstantiateInput, facts: Facts): Instantiated {
  const { taken, issues: recipientIssues } = assignRoles(source.roles, input);
  const { filled, prefill, issues: prefillIssues } = fillFields(source.fields, taken, input.prefill, facts);
  const places = taken.map(({ role, orderIndex }) => ({ id: role.id, orderIndex }));
  const issues = [
    ...recipientIssues,
    ...prefillIssues,
    ...validateVariables(getTemplateVariables(source), input.variables ?? {}),
    ...(recipientIssues.length === 0
      ? validateTemplateRules(
          filled.map(({ field }) => field),
          places,
          input.senderOrder === undefined ? '/recipients' : '/senderOrder',
        )
      : []),
  ];
  if (issues.length > 0) return refuse('validation_failed', { issues });

  const empty = emptyEnvelope(source, input, prefill, facts);
  const participants = taken.map(({ role, recipient, orderIndex }): Participant => ({
    ...createParticipant(
      { ...recipient, orderIndex, canDelegate: recipient.canDelegate ?? input.delegationDefault },
      orderIndex,
      empty.envelope,
      facts,
    ),
    role: recipient.role ?? role.role,
    delivery: recipient.delivery ?? role.delivery,
    apiRoleName: role.apiRoleName,
  }));
  const fields = buildFields(filled, taken, participants, empty, facts);
  const { documents } = source;
  const files = copyFiles(source.files, facts);
  return {
    kind: 'accept',
    empty,
    create: (graph) =>
      accept({
        patch: {
          participants: { replace: participants },
          fields: { replace: fields },
          documents,
          files,
          copies: { replace: createCopies(input.copies ?? source.template.copies, empty.envelope, facts) },
        },
        events: [buildCreatedEvent({ envelope: graph.envelope, documents, files })],
      }),
  };
}

function emptyEnvelope(
  { template }: TemplateGraph,
  input: InstantiateInput,
  prefill: Readonly<Record<string, string>>,
  facts: Facts,
): EnvelopeGraph {
  const empty = emptyGraph(
    {
      id: input.id,
      organizationId: template.organizationId,
      teamId: template.teamId,
      originalFilename: template.originalFilename,
      sourceFormat: template.sourceFormat,
      deliveryMode: 'template',
      documents: [],
      detect: false,
      defaults: {
        legalFramework: template.legalFramework,
        consumerDisclosure: template.consumerDisclosure,
        expiryDays: input.expiryDays ?? null,
        reminderPolicy: template.reminderPolicy,
        canDelegate: input.delegationDefault ?? true,
        textTags: false,
      },
      senderUserId: input.sender.userId,
      senderName: input.sender.name,
      senderEmail: input.sender.email,
    },
    facts,
  );
  return {
    ...empty,
    envelope: {
      ...empty.envelope,
      templateId: template.id,
      templateContentHash: template.contentHash,
      documentStatus: 'received',
      contentHash: template.contentHash,
      sizeBytes: template.sizeBytes,
      displayName: input.displayName ?? template.name,
      namePattern: input.displayName === undefined ? template.namePattern : null,
      message: input.message === undefined ? template.message : toMessage(input.message),
      prefill: Object.keys(prefill).length === 0 ? null : prefill,
      variableValues: input.variables ?? null,
    },
  };
}

function buildFields(
  filled: readonly Filled[],
  taken: readonly Taken[],
  participants: readonly Participant[],
  { envelope }: EnvelopeGraph,
  facts: Facts,
): EnvelopeField[] {
  const owners = new Map(taken.map(({ role }, index) => [role.id, participants[index]?.id]));
  return filled.flatMap(({ field, value }) => {
    const participantId = field.roleId === null ? null : owners.get(field.roleId);
    if (participantId === undefined) return [];
    const { key, type, page, x, y, width, height, label, required, options, autoSource, group } = field;
    return {
      id: facts.newId('field'),
      envelopeId: envelope.id,
      organizationId: envelope.organizationId,
      participantId,
      ...{ key, type, page, x, y, width, height, label, required, options, autoSource, group },
      ...pickDetails(field),
      source: 'template',
      placed: true,
      prefillValue: value,
      locked: field.locked && (value !== null || autoSource !== null),
      proposedAutoSource: null,
      value: null,
      attachments: [],
      filledAt: null,
      partyIndex: null,
      syntheticRoleId: null,
      syntheticRoleName: null,
      createdAt: facts.now,
      updatedAt: facts.now,
    };
  });
}
