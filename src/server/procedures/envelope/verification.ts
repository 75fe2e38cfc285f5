import { z } from 'zod';
import { findDocument, type EnvelopeDocument, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { listReceivedFiles } from '#domain/envelope/files/file.ts';
import {
  CHECKS,
  FINDINGS,
  OUTCOMES,
  verifyEnvelope,
  type LogFacts,
  type StoredFacts,
} from '#domain/envelope/verification.ts';
import { createRefusal } from '#domain/errors.ts';
import type { LogEvidence } from '#domain/log/inclusion.ts';
import { parseProof } from '#domain/log/proof.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { computeSha256Hex, computeStreamSha256 } from '#server/crypto/hash.ts';
import { readLogEvidence } from '#server/log/evidence.ts';
import { readLogKey } from '#server/log/identity.ts';
import { openCheckpoint } from '#server/log/open-checkpoint.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';

/** Verifies an envelope: its event chain, the transparency log, the stored files and the seal. */
export const getVerification = memberProcedure('read')
  .meta({ agent: { scopes: ['envelopes:read'], rest: false } })
  .input(z.strictObject({ id: createPathIdSchema('envelope') }))
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
    const [graph, events, evidence] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        readGraph(tx, organizationId, input.id),
        readEvents(tx, organizationId, input.id),
        readLogEvidence(tx, { organizationId, envelopeId: input.id, quorum: services.config.log.quorum }),
      ]),
    );
    if (graph === null || events === null) throw createRefusal('not_found');
    const { envelope } = graph;
    const log = evidence && (await readLogFacts(services, evidence));
    const stored = await readStoredFacts(services, graph);
    const findings = verifyEnvelope({ envelope, events, log, stored }, computeSha256Hex);
    return { checkedAt: services.clock().toISOString(), findings };
  });

async function readLogFacts(services: Services, evidence: LogEvidence): Promise<LogFacts> {
  const { witnesses, quorum } = services.config.log;
  const key = await readLogKey(services);
  const note = parseProof(evidence.proof)?.checkpoint ?? '';
  const keys = witnesses.map((witness) => witness.key);
  const opened = key && openCheckpoint(note, key, keys);
  return { evidence, isSigned: opened !== null, witnesses: opened?.witnesses.length ?? 0, quorum };
}

async function readStoredFacts(services: Services, graph: EnvelopeGraph): Promise<StoredFacts> {
  const [prepared, sealed, certificate] = await Promise.all([
    hashOfStored(services, findDocument(graph, 'prepared')),
    sealOfStored(services, findDocument(graph, 'sealed')),
    sealOfStored(services, findDocument(graph, 'certificate')),
  ]);
  const originals: (string | null)[] = [];
  for (const { content } of listReceivedFiles(graph.files))
    originals.push(await hashOfStored(services, content.original));
  return { originals, prepared, sealed, certificate };
}

/** Returns null also if the stored file is lost: the log then lists a file that doesn't exist. */
async function hashOfStored(services: Services, document: EnvelopeDocument | null): Promise<string | null> {
  const blob = document === null ? null : await services.storage.get(document.key);
  return blob === null ? null : await computeStreamSha256(blob.stream);
}

async function sealOfStored(
  services: Services,
  document: EnvelopeDocument | null,
): Promise<StoredFacts['sealed']> {
  if (document === null || (await services.storage.stat(document.key)) === null) return null;
  return await services.sealing.examination(await readBlob(services.storage, document.key), services.clock());
}
