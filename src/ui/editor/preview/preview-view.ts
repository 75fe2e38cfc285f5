import { CONSUMER_DISCLOSURE } from '#domain/disclosure.ts';
import { getShownValue, isAnnotation } from '#domain/field/answer.ts';
import { TYPE_LABELS } from '#domain/field/type-label.ts';
import { pickDetails } from '#domain/field/details.ts';
import { getSigningGroups } from '#ui/editor/participants/order.ts';
import type { WireEnvelope } from '#wire/envelope.ts';
import { copyLists } from '#wire/field-lists.ts';
import type { SignerView, WireBranding, WireSignerField } from '#wire/signer-view.ts';
import type { Draft, DraftField, DraftParticipant } from '#ui/editor/draft/draft.ts';
import { listFieldKeys } from '#ui/editor/rules/draft-rules.ts';

/** What a preview needs: the draft in the editor, and what only the server knows. */
export type PreviewSource = {
  readonly draft: Draft;
  readonly participantKey: string;
  readonly envelope: WireEnvelope;
  readonly branding: WireBranding;
};

/**
 * Returns the envelope as a participant will see it on their turn; null if the draft has no such participant.
 */
export function previewView({ draft, participantKey, envelope, branding }: PreviewSource): SignerView | null {
  const position = draft.participants.findIndex(({ key }) => key === participantKey);
  const participant = draft.participants[position];
  if (participant === undefined) return null;
  const groups = getSigningGroups(draft.participants);
  const own = groups[position] ?? position;
  const keys = new Map(listFieldKeys(draft).map((fieldKey, index) => [draft.fields[index], fieldKey]));
  const fields = draft.fields.filter((field) => field.participantKey === participantKey);
  return {
    envelope: {
      id: envelope.id,
      status: 'in_progress',
      detectionStatus: envelope.detectionStatus,
      version: envelope.version,
      legalFramework: draft.policy.legalFramework,
      consumerDisclosure: draft.policy.consumerDisclosure,
      originalFilename: envelope.originalFilename,
      displayName: draft.displayName.trim(),
      expiresAt: draft.policy.expiresAt,
      documentHash: envelope.documentHash,
      pageCount: envelope.pageCount,
      sealedAt: null,
      documents: envelope.documents.map(({ id, name, firstPage, pageCount }) => ({
        ...{ id, name, firstPage, pageCount },
      })),
      hasCertificateFile: false,
    },
    me: buildMe(participant, own, envelope),
    participants: groups.map((orderIndex) => ({
      orderIndex,
      status: orderIndex < own ? 'signed' : 'pending',
    })),
    fields: fields.map((field) => toSignerField(field, keys.get(field) ?? '', envelope)),
    // Nobody has answered yet.
    inputs: [],
    completedFields: [],
    others: draft.fields.filter(isAnnotation).map(toOther),
    openFields: [],
    canAsk: false,
    thankYou: null,
    threads: [],
    isMyTurn: true,
    versionNumber: 1,
    senderName: envelope.senderName,
    senderEmail: envelope.senderEmail,
    branding,
    documentUrl: null,
    disclosure: draft.policy.consumerDisclosure
      ? { ...CONSUMER_DISCLOSURE, paragraphs: [...CONSUMER_DISCLOSURE.paragraphs] }
      : null,
  };
}

function toOther({
  key: fieldId,
  type,
  page,
  x,
  y,
  width,
  height,
  ...field
}: DraftField): SignerView['others'][number] {
  const value = getShownValue({ type, value: null, prefillValue: field.prefillValue }) ?? '';
  return { fieldId, type, page, x, y, width, height, value };
}

function buildMe(
  participant: DraftParticipant,
  orderIndex: number,
  envelope: WireEnvelope,
): SignerView['me'] {
  return {
    id: participant.key,
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    orderIndex,
    name: participant.name.trim(),
    email: participant.email.trim(),
    status: 'pending',
    consentedAt: null,
    signedAt: null,
    authentication: { method: 'link', phone: null, provider: null },
    signing: { method: 'click' },
    signedWith: null,
    authenticatedAt: null,
    declinedAt: null,
    lastViewedAt: null,
    declineReason: null,
    createdAt: envelope.createdAt,
    updatedAt: envelope.updatedAt,
    company: participant.company.trim() || null,
    title: participant.title.trim() || null,
    language: participant.language,
    role: participant.role,
    delivery: participant.delivery,
    message: participant.message.trim() || null,
    canDelegate: participant.canDelegate ?? true,
    delegatedFrom: [],
    detectedPartyIndex: participant.detectedPartyIndex,
  };
}

function toSignerField(field: DraftField, fieldKey: string, envelope: WireEnvelope): WireSignerField {
  const label = field.label.trim() || null;
  return {
    ...pickDetails(field),
    ...copyLists(field),
    key: fieldKey,
    id: field.key,
    envelopeId: envelope.id,
    organizationId: envelope.organizationId,
    participantId: field.participantKey,
    type: field.type,
    page: field.page,
    x: field.x,
    y: field.y,
    width: field.width,
    height: field.height,
    label,
    placed: true,
    required: field.required,
    options: field.options.length === 0 ? null : [...field.options],
    source: 'manual',
    prefillValue: field.prefillValue === '' ? null : field.prefillValue,
    locked: field.locked,
    autoSource: field.autoSource,
    value: null,
    attachment: null,
    attachments: [],
    filledAt: null,
    createdAt: envelope.createdAt,
    updatedAt: envelope.updatedAt,
    partyIndex: field.partyIndex,
    syntheticRoleId: field.syntheticRoleId,
    syntheticRoleName: field.syntheticRoleName,
    group: field.group.trim() || null,
    displayLabel: label ?? TYPE_LABELS[field.type],
  };
}
