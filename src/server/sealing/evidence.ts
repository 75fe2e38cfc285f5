import { documentOf } from '#domain/envelope/graph.ts';
import type { SealSigner } from '#server/pdf/seal/seal-request.ts';
import type { SignedEnvelope } from './signed-envelope.ts';

/** The version of the evidence's form. */
const EVIDENCE_VERSION = 1;

/**
 * The evidence that is attached to the sealed PDF: the whole event chain with what it takes to recompute it, the hashes
 * of the documents, who signed what, and the certificates of the seal. UTF-8 JSON.
 */
export function evidenceOf(signed: SignedEnvelope, signer: SealSigner): Uint8Array {
  const { graph, events, organization, attachments } = signed;
  const { envelope } = graph;
  const evidence = {
    version: EVIDENCE_VERSION,
    envelope: {
      id: envelope.id,
      organizationId: envelope.organizationId,
      organizationName: organization.name,
      displayName: envelope.displayName,
      legalFramework: envelope.legalFramework,
      consumerDisclosure: envelope.consumerDisclosure,
      createdAt: envelope.createdAt,
      sentAt: envelope.sentAt,
      completedAt: envelope.completedAt,
    },
    documents: {
      original: { sha256: documentOf(graph, 'original')?.sha256 ?? null },
      prepared: { sha256: documentOf(graph, 'prepared')?.sha256 ?? null },
    },
    participants: graph.participants.map(
      ({ id, orderIndex, name, email, company, title, consentedAt, signedAt }) => ({
        id,
        orderIndex,
        name,
        email,
        company,
        title,
        consentedAt,
        signedAt,
        fields: graph.fields
          .filter(({ participantId }) => participantId === id)
          .map(({ id: fieldId, type, page, label, value }) => ({ fieldId, type, page, label, value })),
      }),
    ),
    attachments: attachments.map(({ fieldId, filename, contentType, sha256, sizeBytes }) => ({
      fieldId,
      filename,
      contentType,
      sha256,
      sizeBytes,
    })),
    events,
    headHash: events.at(-1)?.hash ?? null,
    sealCertificates: [signer.certificate, ...signer.chain].map((der) => Buffer.from(der).toString('base64')),
  };
  return Buffer.from(JSON.stringify(evidence, null, 2));
}
