import { X509Certificate } from 'node:crypto';
import { keepsSignatures } from '#domain/document/earlier-signatures.ts';
import { seal, recordSealingFailure, type SealedDocuments } from '#domain/envelope/seal.ts';
import { findDocument, MARK_PURPOSES, type EnvelopeDocument } from '#domain/envelope/graph.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import { SYSTEM } from '#domain/actor.ts';
import type { SealLevel } from '#domain/envelope/status.ts';
import { markHash } from '#domain/envelope/sign.ts';
import type { EventPayloads } from '#domain/event/catalogue.ts';
import { Refusal } from '#domain/errors.ts';
import { commit } from '#server/commit.ts';
import { collectFacts } from '#server/runtime/context.ts';
import { isDatabaseAway } from '#server/db/client/unreachable.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import type { SealAttachment } from '#server/pdf/seal/seal-request.ts';
import { buildCertificate } from '#server/sealing/certificate-of-completion.ts';
import { isClockWrong, requireRightTime } from '#server/envelopes/right-time.ts';
import { buildEvidence } from '#server/sealing/evidence.ts';
import { toSealField } from '#server/pdf/seal/seal-field.ts';
import { describePlannedSeal } from '#server/sealing/planned-seal.ts';
import { resolveSealSigner } from '#server/sealing/seal-signer.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import { readSignedEnvelope, type SignedEnvelope } from '#server/sealing/signed-envelope.ts';
import { isCutShort } from '#server/process/cut-short.ts';
import { BlobMismatchError, isStorageAway } from '#server/storage/driver.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { buildBlobKey } from '#server/storage/keys.ts';
import type { Services } from '#server/runtime/services.ts';

/** The page where anyone can check a sealed file. */
const VERIFY_PATH = '/verify';

/** How long after completion a passing fault isn't recorded, in milliseconds. */
const SHORT_OUTAGE_MS = 5 * 60_000;

/**
 * Seals a completed envelope. However often it runs, only one sealed document is adopted. A failure is
 * recorded on the envelope once and thrown, so that the queue tries again. A lost database, a wrong clock and
 * work that was cut short say nothing about the seal, so they aren't recorded. Right after completion, other
 * passing faults aren't recorded either.
 */
export async function sealEnvelope(
  services: Services,
  { organizationId, envelopeId }: EffectPayloads['svc/envelope.completed'],
): Promise<void> {
  const signed = await readSignedEnvelope(services, organizationId, envelopeId);
  if (
    signed === null ||
    signed.graph.envelope.status !== 'completed' ||
    signed.graph.envelope.sealedAt !== null
  )
    return;
  const target = { organizationId, envelopeId };
  try {
    await requireRightTime(services);
    const { documents, subject } = await makeSealed(services, signed);
    const facts = collectFacts(SYSTEM, services);
    await commit(services, target, facts, (graph) => seal(graph, documents, subject, facts));
  } catch (error) {
    if (isDatabaseAway(error) || isCutShort(error) || isClockWrong(error)) throw error;
    if (isPassing(error) && isWithinShortOutage(services, signed)) throw error;
    const facts = collectFacts(SYSTEM, services);
    await commit(services, target, facts, (graph) => recordSealingFailure(graph, facts));
    throw error;
  }
}

/** Checks whether a fault is passing: the storage is unreachable, or a process had no time for a picture. */
function isPassing(error: unknown): boolean {
  return isStorageAway(error) || (error instanceof Refusal && error.code === 'unavailable');
}

function isWithinShortOutage({ clock }: Services, { graph }: SignedEnvelope): boolean {
  const { completedAt } = graph.envelope;
  return completedAt !== null && clock().getTime() - Date.parse(completedAt) < SHORT_OUTAGE_MS;
}

async function makeSealed(
  services: Services,
  signed: SignedEnvelope,
): Promise<{ documents: SealedDocuments; subject: string }> {
  const { graph, organization } = signed;
  const prepared = findDocument(graph, 'prepared');
  if (prepared === null) throw new Error(`envelope ${graph.envelope.id} has no prepared document`);
  refuseOtherMarks(signed);
  const [signer, document, attachments] = await Promise.all([
    resolveSealSigner(services, organization),
    readExactly(services, prepared),
    readAttachedFiles(services, signed),
  ]);
  const sealed = await services.sealing.seal(organization.id, {
    document,
    keepsSignatures: keepsSignatures(prepared.notices),
    archivable: organization.makeArchivable,
    fields: graph.fields.flatMap((field) => toSealField(field, graph.participants, signed.marks)),
    certificate: buildCertificate(
      signed,
      describePlannedSeal(signer, chooseSealLevel(services, prepared)),
      `${services.config.http.webOrigin}${VERIFY_PATH}`,
    ),
    organizationName: getShownName(organization),
    evidence: buildEvidence(signed, signer),
    attachments,
    signer,
    stamping: services.timestamps.configured ? services.timestamps : null,
    reason: `Sealed after all parties signed ${graph.envelope.displayName}`,
    now: services.clock(),
  });
  if (sealed.boxedCharacters.length > 0) {
    const codePoints = sealed.boxedCharacters.map((one) => `U+${one.codePointAt(0)?.toString(16)}`);
    services.log.warn(
      { envelopeId: graph.envelope.id, codePoints },
      'characters without a font sealed as codes',
    );
  }
  if (Object.values(sealed.drawn).some((count) => count > 0))
    services.log.warn({ envelopeId: graph.envelope.id, ...sealed.drawn }, 'values not seen where drawn');
  if (sealed.archiveObstacle !== null)
    services.log.info(
      { envelopeId: graph.envelope.id, obstacle: sealed.archiveObstacle },
      'sealed without becoming archivable',
    );
  const store = (variant: 'sealed' | 'certificate', file: SealedFile) =>
    storeFile(services, organization.id, variant, file);
  const { certificate } = sealed;
  const [sealedFile, certificateFile] = await Promise.all([
    store('sealed', sealed),
    certificate && store('certificate', certificate),
  ]);
  return {
    documents: {
      sealed: sealedFile,
      certificate: certificateFile,
      level: sealed.timestamp === null ? 'B-B' : 'B-T',
      // A separate certificate names the sealed file by its hash, which extending the seal would change.
      dueAt: services.timestamps.configured && certificate === null ? services.clock().toISOString() : null,
    },
    subject: getCertificateSubject(signer),
  };
}

/**
 * Returns the level that a seal eventually reaches. A file with a separate certificate isn't extended, since
 * the certificate contains its hash.
 */
function chooseSealLevel({ timestamps }: Services, { notices }: EnvelopeDocument): SealLevel {
  if (!timestamps.configured) return 'B-B';
  return keepsSignatures(notices) ? 'B-T' : 'B-LTA';
}

type SealedFile = { readonly bytes: Uint8Array; readonly sha256: string; readonly pageCount: number };

async function storeFile(
  services: Services,
  organizationId: string,
  variant: EnvelopeDocument['variant'],
  { bytes, sha256, pageCount }: SealedFile,
): Promise<EnvelopeDocument> {
  const key = buildBlobKey(organizationId, sha256);
  const contentType = 'application/pdf';
  await services.storage.put(key, bytes, { contentType, sha256 });
  return { variant, key, contentType, sha256, sizeBytes: bytes.byteLength, pageCount, notices: [] };
}

/** Refuses marks whose hashes differ from those in the log. */
function refuseOtherMarks({ marks, events }: SignedEnvelope): void {
  for (const { action, payload } of events) {
    if (action !== 'participant.signed' && action !== 'participant.approved') continue;
    if (payload === null) continue;
    const said = payload as EventPayloads['participant.signed'];
    for (const purpose of MARK_PURPOSES) {
      const made = marks.find((one) => one.participantId === said.participantId && one.purpose === purpose);
      if (markHash(made?.mark, computeSha256Hex) !== (said[`${purpose}Hash`] ?? null)) {
        throw new Error(`the ${purpose} of ${said.participantId} differs from the one that was signed`);
      }
    }
  }
}

async function readAttachedFiles(
  services: Services,
  { attachments }: SignedEnvelope,
): Promise<SealAttachment[]> {
  return await Promise.all(
    attachments.map(async ({ key, sha256, filename, contentType }) => ({
      filename,
      contentType,
      bytes: await readExactly(services, { key, sha256 }),
    })),
  );
}

/** Reads stored bytes and refuses them if their hash has changed. */
async function readExactly(services: Services, stored: { key: string; sha256: string }): Promise<Uint8Array> {
  const bytes = await readBlob(services.storage, stored.key);
  if (computeSha256Hex(bytes) === stored.sha256) return bytes;
  throw new BlobMismatchError(`the object ${stored.key} differs from what was stored`);
}

function getCertificateSubject({ certificate }: SigningKey): string {
  return new X509Certificate(certificate).subject.replaceAll('\n', ', ');
}
