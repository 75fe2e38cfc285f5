import { z } from 'zod';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { uploadedAttachment } from './attachment.ts';
import { envelopeDocument } from './document.ts';
import { eventSchema } from './event.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';

const hash = z.string().nullable();

/** The envelope's latest entry in the instance's transparency log, with everything that proves it offline. */
const logEvidenceSchema = z
  .object({
    preimage: z
      .string()
      .describe(
        'What the entry is the SHA-256 of: canonical JSON (RFC 8785) that names the head of the chain.',
      ),
    index: z.int().min(0).describe("The entry's place in the log."),
    proof: z
      .string()
      .describe(
        'Inclusion proof and signed checkpoint (c2sp.org/tlog-proof): the content of a `.tlog-proof` file.',
      ),
  })
  .meta({ id: 'LogEvidence' });

/**
 * Everything needed to verify an envelope offline: its chain, the hashes of its documents, and the
 * certificates of the seal.
 */
export const evidenceSchema = z
  .object({
    envelopeId: createIdSchema('envelope'),
    organizationId: createIdSchema('organization'),
    events: z.array(eventSchema),
    headHash: z.string().describe('Hash of the latest event.'),
    log: logEvidenceSchema
      .nullable()
      .describe("The envelope's entry in the transparency log; null until a checkpoint covers it."),
    documents: z
      .object({
        original: hash.meta({ examples: [EXAMPLE.contentHash] }),
        prepared: hash.meta({ examples: [EXAMPLE.documentHash] }),
        sealed: hash,
        certificate: hash,
      })
      .describe(
        'SHA-256 in hex. The original is that of the first file; the certificate is null if it is part of the sealed PDF.',
      ),
    files: z
      .array(envelopeDocument)
      .describe('The files that the prepared PDF consists of, in order, as in the envelope.'),
    annotations: z
      .array(
        z.object({
          type: z.enum(FIELD_TYPES),
          page: z.int(),
          x: z.number(),
          y: z.number(),
          width: z.number(),
          height: z.number(),
          value: z.string(),
        }),
      )
      .describe("The sender's texts and strikethroughs, whose hash `envelope.sent` has as `annotationsHash`.")
      .meta({ examples: [[]] }),
    attachments: z
      .array(uploadedAttachment)
      .describe('Files that signers attached, by field.')
      .meta({ examples: [[]] }),
    sealCertificates: z
      .array(z.string())
      .describe('DER in base64, leaf first; empty until the envelope is sealed.')
      .meta({ examples: [['MIIBszCCAVmgAwIBAgIUT0x1c3RyYXRpb24=']] }),
  })
  .meta({ id: 'Evidence' });
