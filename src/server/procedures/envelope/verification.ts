import { z } from 'zod';
import { documentOf, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { receivedFiles } from '#domain/envelope/files/file.ts';
import {
  CHECKS,
  FINDINGS,
  OUTCOMES,
  verifyEnvelope,
  type StoredFacts,
} from '#domain/envelope/verification.ts';
import { refusal } from '#domain/errors.ts';
import { checkpointStatement } from '#domain/event/checkpoint.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { verifyStatement } from '#server/crypto/checkpoint-signature.ts';
import { sha256Hex, sha256OfStream } from '#server/crypto/hash.ts';
import { readCovering, type SignedCheckpoint } from '#server/db/events/checkpoints.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/app/services.ts';

/** Verifies an envelope: its event chain, the organization's checkpoint, the stored files and the seal. */
export const getVerification = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(z.strictObject({ id: pathIdOf('envelope') }))
  .output(
    z.object({
      checkedAt: timestamp,
      findings: z.array(
        z.object({
          check: z.enum(CHECKS),
          outcome: z.enum(OUTCOMES),
          code: z.enum(FINDINGS),
          facts: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const [graph, events, covering] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        readGraph(tx, organizationId, input.id),
        readEvents(tx, organizationId, input.id),
        readCovering(tx, organizationId, input.id),
      ]),
    );
    if (graph === null || events === null) throw refusal('not_found');
    const { envelope } = graph;
    const checked = covering && { ...covering, signatureHolds: signatureHolds(covering.checkpoint) };
    const stored = await storedFacts(services, graph);
    const findings = verifyEnvelope({ envelope, events, covering: checked, stored }, sha256Hex);
    return { checkedAt: services.clock().toISOString(), findings };
  });

function signatureHolds(checkpoint: SignedCheckpoint): boolean {
  return verifyStatement(checkpointStatement(checkpoint), checkpoint);
}

async function storedFacts(services: Services, graph: EnvelopeGraph): Promise<StoredFacts> {
  const [prepared, sealed, certificate] = await Promise.all([
    hashOfStored(services, documentOf(graph, 'prepared')),
    sealOfStored(services, documentOf(graph, 'sealed')),
    sealOfStored(services, documentOf(graph, 'certificate')),
  ]);
  const originals: (string | null)[] = [];
  for (const { content } of receivedFiles(graph.files))
    originals.push(await hashOfStored(services, content.original));
  return { originals, prepared, sealed, certificate };
}

/** Null also if the file is lost: the log then lists a file that isn't stored. */
async function hashOfStored(services: Services, document: EnvelopeDocument | null): Promise<string | null> {
  const blob = document === null ? null : await services.storage.get(document.key);
  return blob === null ? null : await sha256OfStream(blob.stream);
}

async function sealOfStored(
  services: Services,
  document: EnvelopeDocument | null,
): Promise<StoredFacts['sealed']> {
  if (document === null || (await services.storage.stat(document.key)) === null) return null;
  return await services.sealing.examination(await readBlob(services.storage, document.key), services.clock());
}
