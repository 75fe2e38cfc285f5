import { z } from 'zod';
import { eventSchema } from './event.ts';

const hash = z.string().nullable();

/** Everything that checking an envelope offline needs: its chain, the hashes of its documents, the seal's certificates. */
export const evidenceSchema = z
  .object({
    envelopeId: z.string(),
    organizationId: z.string(),
    events: z.array(eventSchema),
    headHash: z.string().describe('The hash of the newest event.'),
    documents: z.object({ original: hash, prepared: hash, sealed: hash }).describe('SHA-256 in hex.'),
    sealCertificates: z
      .array(z.string())
      .describe('DER in base64, leaf first; empty until the envelope is sealed.'),
  })
  .meta({ id: 'Evidence' });
export type WireEvidence = z.infer<typeof evidenceSchema>;
