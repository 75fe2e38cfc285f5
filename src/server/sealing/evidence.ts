import { attachmentOf } from '#domain/field/attachment.ts';
import { listedFiles } from '#domain/envelope/files/file.ts';
import { documentOf } from '#domain/envelope/graph.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { shownNameOf } from '#domain/organization/shown-name.ts';
import type { SignedEnvelope } from './signed-envelope.ts';

/** Version of the evidence format. */
const EVIDENCE_VERSION = 1;

/**
 * Returns the evidence attached to the sealed PDF as UTF-8 JSON: the event chain and what is needed to
 * recompute it, the documents' hashes, who signed what, and the seal's certificates.
 */
export function evidenceOf(signed: SignedEnvelope, signer: SigningKey): Uint8Array {
  const { graph, events, organization, attachments } = signed;
  const { envelope } = graph;
  const evidence = {
    version: EVIDENCE_VERSION,
    envelope: {
      id: envelope.id,
      organizationId: envelope.organizationId,
      organizationName: shownNameOf(organization),
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
    // In order, if the document consists of several.
    ...filesOf(graph),
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
    attachments: attachments.map((file) => ({ fieldId: file.fieldId, ...attachmentOf(file) })),
    events,
    headHash: events.at(-1)?.hash ?? null,
    sealCertificates: [signer.certificate, ...signer.chain].map((der) => Buffer.from(der).toString('base64')),
  };
  return Buffer.from(JSON.stringify(evidence, null, 2));
}

function filesOf({ files }: SignedEnvelope['graph']) {
  const { documents } = listedFiles(files);
  return documents === undefined ? {} : { files: documents };
}
