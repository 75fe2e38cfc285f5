import { listAnnotations } from '#domain/field/annotations.ts';
import { toAttachment } from '#domain/field/attachment.ts';
import { toListedFiles } from '#domain/envelope/files/file.ts';
import { findDocument } from '#domain/envelope/graph.ts';
import type { EventAction, EventRecord } from '#domain/event/catalogue.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import type { SignedEnvelope } from './signed-envelope.ts';

/** Version of the evidence format. */
const EVIDENCE_VERSION = 1;

/**
 * Returns the evidence attached to the sealed PDF as UTF-8 JSON: the event chain and what is needed to
 * recompute it, the documents' hashes, who signed what, and the certificates of the seal.
 */
export function buildEvidence(signed: SignedEnvelope, signer: SigningKey): Uint8Array {
  const { graph, events, organization, attachments } = signed;
  const { envelope } = graph;
  const evidence = {
    version: EVIDENCE_VERSION,
    envelope: {
      id: envelope.id,
      organizationId: envelope.organizationId,
      organizationName: getShownName(organization),
      displayName: envelope.displayName,
      legalFramework: envelope.legalFramework,
      consumerDisclosure: envelope.consumerDisclosure,
      createdAt: envelope.createdAt,
      sentAt: envelope.sentAt,
      completedAt: envelope.completedAt,
    },
    documents: {
      original: { sha256: findDocument(graph, 'original')?.sha256 ?? null },
      prepared: { sha256: findDocument(graph, 'prepared')?.sha256 ?? null },
    },
    // The files in order, if the document consists of several.
    ...toFiles(graph),
    participants: graph.participants.map(
      ({ id, orderIndex, role, delivery, name, email, company, title, consentedAt, signedAt }) => ({
        id,
        orderIndex,
        role,
        delivery,
        name,
        email,
        company,
        title,
        consentedAt,
        signedAt,
        fields: graph.fields
          .filter(({ participantId }) => participantId === id)
          .map(({ id: fieldId, key, type, page, label, condition, formula, value }) => ({
            ...{ fieldId, key, type, page, label, condition, formula, value },
          })),
      }),
    ),
    copies: graph.copies.map(({ id, name, email, when }) => ({ id, name, email, when })),
    annotations: listAnnotations(graph.fields),
    attachments: attachments.map((file) => ({ fieldId: file.fieldId, ...toAttachment(file) })),
    events: events.map(hideConversation),
    headHash: events.at(-1)?.hash ?? null,
    sealCertificates: [signer.certificate, ...signer.chain].map((der) => Buffer.from(der).toString('base64')),
  };
  return Buffer.from(JSON.stringify(evidence, null, 2));
}

/** What was said in threads is for those who see them, while the sealed PDF goes to everyone. */
const CONVERSATION: ReadonlySet<EventAction> = new Set([
  'participant.asked',
  'participant.change_requested',
  'envelope.answered',
]);

/** Leaves out what an event says in private, as erasure does. The chain still verifies. */
function hideConversation(event: EventRecord) {
  if (!CONVERSATION.has(event.action)) return event;
  return { ...event, salt: null, actorId: null, payload: null, ipAddress: null, userAgent: null };
}

function toFiles({ files }: SignedEnvelope['graph']) {
  const { documents } = toListedFiles(files);
  return documents === undefined ? {} : { files: documents };
}
