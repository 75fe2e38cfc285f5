import { z } from 'zod';
import { checkpointStatement, type Checkpoint, type Inclusion } from '#domain/event/checkpoint.ts';
import { uploadedAttachment } from './attachment.ts';
import { envelopeDocument } from './document.ts';
import { eventSchema } from './event.ts';
import { timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { idOf } from './identifier.ts';

const hash = z.string().nullable();

/**
 * A signed root of the organization's log of chain heads, with the proof that it includes this envelope's
 * head.
 */
export const checkpointSchema = z
  .object({
    number: z
      .int()
      .min(1)
      .describe("Number in the organization's sequence of checkpoints, from 1 without gaps."),
    treeSize: z.int().min(1).describe('Number of leaves in the log.'),
    rootHash: z.string().describe('Merkle tree hash of the leaves (RFC 6962, 2.1).'),
    previousHash: z
      .string()
      .describe("SHA-256 of the previous checkpoint's statement; 64 zeros for the first."),
    signedAt: timestamp,
    statement: z.string().describe('The signed canonical JSON (RFC 8785) of the above.'),
    signature: z
      .string()
      .describe("SHA-256 signature of the statement by the first certificate's key, in base64."),
    certificates: z.array(z.string()).describe('DER in base64, leaf first.'),
    leaf: z
      .object({
        position: z.int().min(0),
        envelopeId: z.string(),
        seq: z.int().min(1),
        headHash: z.string().describe('Hash of the event with this seq, the latest at the time.'),
      })
      .describe("The envelope's latest leaf in the log."),
    inclusionProof: z
      .array(z.string())
      .describe('Hashes from the leaf to the root (RFC 6962, 2.1.1), in hex.'),
  })
  .meta({ id: 'CheckpointEvidence' });

/**
 * Everything needed to verify an envelope offline: its chain, the documents' hashes, the seal's certificates.
 */
export const evidenceSchema = z
  .object({
    envelopeId: idOf('envelope'),
    organizationId: idOf('organization'),
    events: z.array(eventSchema),
    headHash: z.string().describe('Hash of the latest event.'),
    checkpoint: checkpointSchema
      .nullable()
      .describe('The latest checkpoint that covers the envelope; null before the first.'),
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

type SignedCheckpoint = Checkpoint & {
  readonly signature: string;
  readonly certificates: readonly string[];
};

/** Converts a checkpoint for the evidence. */
export function toWireCheckpoint({
  checkpoint,
  leaf,
}: {
  readonly checkpoint: SignedCheckpoint;
  readonly leaf: Inclusion;
}): z.infer<typeof checkpointSchema> {
  const { number, treeSize, rootHash, previousHash, signedAt, signature, certificates } = checkpoint;
  const { position, envelopeId, seq, headHash, proof } = leaf;
  return {
    ...{ number, treeSize, rootHash, previousHash, signedAt },
    statement: checkpointStatement(checkpoint),
    signature,
    certificates: [...certificates],
    leaf: { position, envelopeId, seq, headHash },
    inclusionProof: [...proof],
  };
}
