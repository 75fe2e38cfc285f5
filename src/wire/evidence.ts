import { z } from 'zod';
import { checkpointStatement, type Checkpoint, type Inclusion } from '#domain/event/checkpoint.ts';
import { eventSchema } from './event.ts';
import { timestamp } from './text.ts';

const hash = z.string().nullable();

/** A signed root of the organization's log of chain heads, with the proof that this envelope's head is in it. */
export const checkpointSchema = z
  .object({
    number: z
      .int()
      .min(1)
      .describe('Position in the organization’s row of checkpoints: from 1, without gaps.'),
    treeSize: z.int().min(1).describe('How many leaves the log has.'),
    rootHash: z.string().describe('Their Merkle tree hash (RFC 6962, 2.1).'),
    previousHash: z
      .string()
      .describe('SHA-256 of the statement of the checkpoint before it; of the first one 64 zeros.'),
    signedAt: timestamp,
    statement: z.string().describe('What was signed: canonical JSON (RFC 8785) of the above.'),
    signature: z
      .string()
      .describe('Of the statement’s bytes, by the key of the first certificate, with SHA-256; in base64.'),
    certificates: z.array(z.string()).describe('DER in base64, leaf first.'),
    leaf: z
      .object({
        position: z.int().min(0),
        envelopeId: z.string(),
        seq: z.int().min(1),
        headHash: z.string().describe('The hash of the event with this seq, the newest one at the time.'),
      })
      .describe('The envelope’s newest leaf in the log.'),
    inclusionProof: z
      .array(z.string())
      .describe('Hashes that lead from the leaf to the root (RFC 6962, 2.1.1), in hex.'),
  })
  .meta({ id: 'CheckpointEvidence' });

/** Everything that checking an envelope offline needs: its chain, the hashes of its documents, the seal's certificates. */
export const evidenceSchema = z
  .object({
    envelopeId: z.string(),
    organizationId: z.string(),
    events: z.array(eventSchema),
    headHash: z.string().describe('The hash of the newest event.'),
    checkpoint: checkpointSchema
      .nullable()
      .describe('The newest checkpoint; null until there is one that covers the envelope.'),
    documents: z.object({ original: hash, prepared: hash, sealed: hash }).describe('SHA-256 in hex.'),
    sealCertificates: z
      .array(z.string())
      .describe('DER in base64, leaf first; empty until the envelope is sealed.'),
  })
  .meta({ id: 'Evidence' });
export type WireEvidence = z.infer<typeof evidenceSchema>;

type SignedCheckpoint = Checkpoint & {
  readonly signature: string;
  readonly certificates: readonly string[];
};

/** A checkpoint that covers an envelope, in the form of the evidence. */
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
