import type { Language } from '../language.ts';
import { accept, type Decision, type Patch, refuse, type Refuse } from '../decision.ts';
import type { Issue } from '../errors.ts';
import { buildDraftFields, type FieldInput } from './fields.ts';
import { type AuthenticationInput, toAuthenticationColumns, withKeptCodes } from './authentication.ts';
import type { CopyInput, Envelope, EnvelopeGraph, Participant, ReminderPolicy } from './graph.ts';
import { createCopies } from './copies.ts';
import type { Facts } from './facts.ts';
import type { Timestamp } from '../timestamp.ts';
import { isSameAddress } from './same-address.ts';
import { refuseByStatus } from './lifecycle.ts';
import { type MessageInput, toMessage } from './message.ts';
import { validateDelivery } from './participant-delivery.ts';
import { type SigningInput, toSigning, validateSigning } from './signing.ts';
import { withoutQueuedDetection } from './detect.ts';
import {
  type LegalFramework,
  type ParticipantDelivery,
  type ParticipantRole,
  UNAVAILABLE_FRAMEWORKS,
} from './status.ts';

export type DraftInput = {
  /** The organization's default, for participants whose input doesn't decide this. */
  readonly delegationDefault?: boolean | undefined;
  readonly participants?: readonly ParticipantInput[] | undefined;
  readonly fields?: readonly FieldInput[] | undefined;
  readonly policy?: PolicyInput | undefined;
  readonly sender?: { readonly name: string; readonly email: string } | null | undefined;
  readonly displayName?: string | undefined;
  readonly message?: MessageInput | null | undefined;
  readonly metadata?: Readonly<Record<string, string>> | null | undefined;
  readonly copies?: readonly CopyInput[] | undefined;
};

export type ParticipantInput = {
  readonly name: string;
  readonly email: string;
  /**
   * Participants with the same index sign in parallel. The default for every participant is their position.
   */
  readonly orderIndex?: number | undefined;
  readonly role?: ParticipantRole | undefined;
  readonly delivery?: ParticipantDelivery | undefined;
  readonly company?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly language?: Language | null | undefined;
  readonly message?: string | null | undefined;
  readonly authentication?: AuthenticationInput | undefined;
  readonly signing?: SigningInput | undefined;
  readonly canDelegate?: boolean | undefined;
  readonly detectedPartyIndex?: number | null | undefined;
};

type PolicyInput = {
  readonly legalFramework?: LegalFramework | undefined;
  readonly consumerDisclosure?: boolean | undefined;
  readonly expiresAt?: Timestamp | null | undefined;
  readonly reminderPolicy?: ReminderPolicy | null | undefined;
};

export type SenderIdentity = { readonly name: string; readonly email: string };
type Applied = { readonly kind: 'accept'; readonly patch: Patch } | Refuse;

const PARTS = [
  'participants',
  'fields',
  'policy',
  'sender',
  'displayName',
  'message',
  'metadata',
  'copies',
] as const;

/** Replaces any parts of a draft. `sender: null` restores `defaultSender`. */
export function draft(
  graph: EnvelopeGraph,
  input: DraftInput,
  defaultSender: SenderIdentity,
  facts: Facts,
): Decision {
  const refusedByStatus = refuseByStatus('draft', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  const sender = input.sender === null ? defaultSender : input.sender;
  const applied = applyDraft(graph, { ...input, sender }, facts);
  if (applied.kind === 'refuse') return applied;
  const changed = PARTS.filter((part) => input[part] !== undefined);
  // Placing fields cancels detection that hasn't started, unless that detection is for a file that was added
  // later.
  const isCanceled = (input.fields ?? []).length > 0 && graph.files.length < 2;
  const detection = isCanceled ? withoutQueuedDetection(graph.envelope) : {};
  return accept({
    patch: { ...applied.patch, envelope: { ...applied.patch.envelope, ...detection } },
    events: [{ action: 'envelope.draft_updated', payload: { changed } }],
  });
}

/** Turns the given parts into a patch, or refuses with all problems at once. */
export function applyDraft(graph: EnvelopeGraph, input: DraftInput, facts: Facts): Applied {
  const unavailable = findUnavailableFramework(input);
  if (unavailable !== null) return refuse('legal_framework_unavailable', { legalFramework: unavailable });

  const roles = matchKeptRoles(graph.participants, input.participants ?? []);
  const given = input.participants?.map((entry, index) => ({
    ...createParticipant(
      { ...entry, canDelegate: entry.canDelegate ?? input.delegationDefault },
      index,
      graph.envelope,
      facts,
    ),
    apiRoleName: roles[index] ?? null,
  }));
  const kept = given === undefined ? null : withKeptCodes(graph.participants, given);
  const participants = kept?.participants;
  const { fields, issues: fieldIssues } = buildDraftFields(
    graph,
    participants ?? graph.participants,
    input.fields,
    facts,
  );
  const issues = [...validateParts(input, graph.envelope, facts), ...(kept?.issues ?? []), ...fieldIssues];
  if (issues.length > 0) return refuse('validation_failed', { issues });

  return {
    kind: 'accept',
    patch: {
      envelope: buildEnvelopeChanges(input, graph.envelope),
      ...(participants === undefined ? {} : { participants: { replace: sortBySigningOrder(participants) } }),
      ...(fields === undefined ? {} : { fields: { replace: fields } }),
      ...(input.copies === undefined
        ? {}
        : { copies: { replace: createCopies(input.copies, graph.envelope, facts) } }),
    },
  };
}

function findUnavailableFramework(input: DraftInput): LegalFramework | null {
  const framework = input.policy?.legalFramework;
  return framework !== undefined && UNAVAILABLE_FRAMEWORKS.includes(framework) ? framework : null;
}

function validateParts(input: DraftInput, envelope: Envelope, facts: Facts): Issue[] {
  const issues: Issue[] = [];
  if (input.participants !== undefined && input.fields === undefined) {
    issues.push({
      path: '/fields',
      message: 'is required with participants, because replacing them deletes their fields',
    });
  }
  const given = input.participants ?? [];
  if (given.some(({ orderIndex }) => orderIndex !== undefined)) {
    given.forEach(({ orderIndex }, index) => {
      if (orderIndex === undefined)
        issues.push({
          path: `/participants/${index}/orderIndex`,
          message: 'is required if another participant has one',
        });
    });
  }
  issues.push(
    ...given.flatMap((person, index) => [
      ...validateDelivery(person, `/participants/${index}`),
      ...validateSigning(person, `/participants/${index}`),
    ]),
  );
  const framework = input.policy?.legalFramework ?? envelope.legalFramework;
  const disclosure = input.policy?.consumerDisclosure ?? envelope.consumerDisclosure;
  if (disclosure && framework !== 'esign_ueta') {
    issues.push({
      path: '/policy/consumerDisclosure',
      message: 'requires the legal framework esign_ueta',
    });
  }
  const expiresAt = input.policy?.expiresAt;
  if (typeof expiresAt === 'string' && expiresAt <= facts.now) {
    issues.push({ path: '/policy/expiresAt', message: 'must be in the future' });
  }
  return issues;
}

function buildEnvelopeChanges(input: DraftInput, envelope: Envelope): NonNullable<Patch['envelope']> {
  const { policy, sender } = input;
  return {
    ...nameChanges(input.displayName, envelope),
    ...(input.message === undefined ? {} : { message: toMessage(input.message) }),
    ...(input.metadata === undefined ? {} : { metadata: input.metadata }),
    ...(sender === undefined || sender === null
      ? {}
      : { senderName: sender.name, senderEmail: sender.email }),
    ...(policy?.legalFramework === undefined ? {} : { legalFramework: policy.legalFramework }),
    ...(policy?.consumerDisclosure === undefined ? {} : { consumerDisclosure: policy.consumerDisclosure }),
    ...(policy?.expiresAt === undefined ? {} : { expiresAt: policy.expiresAt }),
    ...(policy?.reminderPolicy === undefined ? {} : { reminderPolicy: policy.reminderPolicy }),
  };
}

/**
 * Returns the changes for an explicit name, which takes precedence over the template's pattern. Sending back
 * the current name doesn't count as one.
 */
function nameChanges(displayName: string | undefined, envelope: Envelope): NonNullable<Patch['envelope']> {
  if (displayName === undefined || displayName === envelope.displayName) return {};
  return { displayName, namePattern: null };
}

/** Sorts participants by group and keeps their order within each group. */
export function sortBySigningOrder<P extends { readonly orderIndex: number }>(people: readonly P[]): P[] {
  return [...people].sort((one, other) => one.orderIndex - other.orderIndex);
}

/** Returns the template roles of replaced participants, who are matched by address, then by position. */
function matchKeptRoles(
  before: readonly Participant[],
  after: readonly ParticipantInput[],
): readonly (string | null)[] {
  const left = new Set(before.filter(({ apiRoleName }) => apiRoleName !== null));
  const take = (participant: Participant | undefined) => {
    if (participant === undefined || !left.delete(participant)) return null;
    return participant.apiRoleName;
  };
  const byAddress = after.map(({ email }) =>
    take([...left].find((participant) => isSameAddress(participant.email, email))),
  );
  return byAddress.map((role, index) => role ?? take(before[index]));
}

/** Returns a participant who hasn't been asked to sign yet. */
export function createParticipant(
  input: ParticipantInput,
  index: number,
  envelope: Pick<Envelope, 'id' | 'organizationId'>,
  facts: Facts,
): Participant {
  return {
    id: facts.newId('participant'),
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    orderIndex: input.orderIndex ?? index,
    name: input.name,
    email: input.email,
    company: input.company ?? null,
    title: input.title ?? null,
    language: input.language ?? null,
    message: input.message || null,
    role: input.role ?? 'signer',
    delivery: input.delivery ?? 'email',
    status: 'pending',
    detectedPartyIndex: input.detectedPartyIndex ?? null,
    linkEpoch: 0,
    linkIssuedAt: null,
    ...toAuthenticationColumns(input.authentication),
    signing: toSigning(input.signing),
    signedWith: null,
    newPasskeyAcceptedAt: null,
    authenticatedAt: null,
    canDelegate: input.canDelegate ?? true,
    canAsk: true,
    delegatedFrom: [],
    apiRoleName: null,
    lastRemindedAt: null,
    reminderCount: 0,
    nextReminderAt: null,
    deliveryFailedAt: null,
    consentedAt: null,
    signedAt: null,
    declinedAt: null,
    declineReason: null,
    lastViewedAt: null,
    lastIpAddress: null,
    lastUserAgent: null,
    timeZone: null,
    latestAction: null,
    latestActionAt: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  };
}

/** Clears the personal data and content that a deleted draft must not keep. */
const FORGOTTEN = {
  originalFilename: '',
  displayName: '',
  namePattern: null,
  message: null,
  metadata: null,
  prefill: null,
  variableValues: null,
  detectedParties: null,
} as const satisfies Partial<Envelope>;

/** Deletes a draft and everything that was written into it. Sent envelopes can't be deleted. */
export function deleteDraft(graph: EnvelopeGraph, facts: Facts): Decision {
  const refusedByStatus = refuseByStatus('delete', graph.envelope);
  if (refusedByStatus !== null) return refusedByStatus;
  return accept({
    patch: {
      envelope: { ...FORGOTTEN, deletedAt: facts.now, scheduledSendAt: null },
      participants: { replace: [] },
      fields: { replace: [] },
      copies: { replace: [] },
      files: [],
    },
    events: [{ action: 'envelope.deleted', payload: {} }],
  });
}
