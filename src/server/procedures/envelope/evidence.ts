import { z } from 'zod';
import { listReceivedFiles } from '#domain/envelope/files/file.ts';
import { type EnvelopeDocument, type EnvelopeGraph, findDocument } from '#domain/envelope/graph.ts';
import {
  CHECKS,
  FINDINGS,
  type LogFacts,
  OUTCOMES,
  type StoredFacts,
  verifyEnvelope,
} from '#domain/envelope/verification.ts';
import { listAnnotations } from '#domain/field/annotations.ts';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { parsePreimage } from '#domain/log/entry.ts';
import type { LogEvidence } from '#domain/log/inclusion.ts';
import { parseProof } from '#domain/log/proof.ts';
import { toWireDocuments } from '#wire/document.ts';
import { evidenceSchema } from '#wire/evidence.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { timestamp } from '#wire/text.ts';
import { computeSha256Hex, computeStreamSha256 } from '#server/crypto/hash.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { readLogEvidence } from '#server/log/evidence.ts';
import { readLogKey } from '#server/log/identity.ts';
import { openCheckpoint } from '#server/log/open-checkpoint.ts';
import type { Services } from '#server/runtime/services.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** How often a call that waits asks whether the log has the newest event. Publishing notifies nobody. */
const PUBLISHED_ASKED_MS = 1000;

/** Checks whether the log has the newest event of a chain. */
function isPublished(found: {
  readonly events: readonly { readonly hash: string }[];
  readonly log: LogEvidence | null;
}): boolean {
  return found.log !== null && parsePreimage(found.log.preimage)?.headHash === found.events.at(-1)?.hash;
}

/** Returns the evidence of an envelope for the offline verifier. */
export const getEvidence = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/evidence',
      tags: ['Envelopes'],
      summary: 'Get the evidence',
      description:
        "Returns the event chain and its head, its entry in the transparency log with the proof, the documents' hashes, and the seal's certificates. The log has the newest event about a minute after it. With `wait`, the call waits for that for so many seconds, and then answers with what there is.",
    },
    rest: { errors: ['not_found'] },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope'),
      wait: z
        .int()
        .min(0)
        .max(LIMITS.feedWaitMaxSeconds)
        .default(0)
        .describe('How many seconds to wait until the log has the newest event.'),
    }),
  )
  .output(evidenceSchema)
  .query(async ({ ctx: { services, member, renewPrincipal }, input: { id, wait } }) => {
    const { organizationId } = member;
    const read = async () => {
      const [graph, events, log] = await readTransaction(services.db, { organizationId }, (tx) =>
        Promise.all([
          readGraph(tx, organizationId, id),
          readEvents(tx, organizationId, id),
          readLogEvidence(tx, { organizationId, envelopeId: id, quorum: services.config.log.quorum }),
        ]),
      );
      if (graph === null || events === null) throw createRefusal('not_found');
      return { graph, events, log };
    };
    const until = Date.now() + wait * 1000;
    let found = await read();
    while (!isPublished(found) && Date.now() < until) {
      await services.live.changed(
        organizationId,
        services.live.mark(organizationId),
        Math.min(until - Date.now(), PUBLISHED_ASKED_MS),
      );
      // What is published from now on is only for callers who still have access.
      await renewPrincipal?.(0);
      found = await read();
    }
    const { graph, events, log } = found;
    const sealed = findDocument(graph, 'sealed');
    const certificates =
      sealed === null
        ? []
        : await services.sealing.certificatesOf(await readBlob(services.storage, sealed.key));
    return {
      envelopeId: graph.envelope.id,
      organizationId,
      events: events.map((event) => ({
        ...event,
        payload: event.payload === null ? null : { ...event.payload },
      })),
      headHash: events.at(-1)?.hash ?? '',
      log,
      documents: {
        original: findDocument(graph, 'original')?.sha256 ?? null,
        prepared: findDocument(graph, 'prepared')?.sha256 ?? null,
        sealed: sealed?.sha256 ?? null,
        certificate: findDocument(graph, 'certificate')?.sha256 ?? null,
      },
      files: toWireDocuments(graph.files),
      annotations: listAnnotations(graph.fields),
      attachments: graph.fields.flatMap(({ id: fieldId, attachments }) =>
        attachments.map((attachment) => ({ fieldId, ...attachment })),
      ),
      sealCertificates: certificates.map((der) => Buffer.from(der).toString('base64')),
    };
  });

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
