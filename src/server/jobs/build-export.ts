import { stringifyLines } from '#wire/csv.ts';
import type { EffectPayloads } from '#domain/effects.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import { announceStoppedExport, exportJob } from '#domain/organization/export.ts';
import { listReceivedFiles } from '#domain/envelope/files/file.ts';
import { LIMITS } from '#domain/limits.ts';
import { cutTo } from '#domain/text.ts';
import type { Services } from '#server/runtime/services.ts';
import { readAttachments } from '#server/db/envelopes/attachments.ts';
import { readEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import {
  addPart,
  finishExport,
  readExport,
  readNextEnvelopes,
  stopExport,
  type ExportedEnvelope,
} from '#server/db/organizations/exports.ts';
import { insertAdministrativeAction } from '#server/db/organizations/administrative-actions.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { findStop } from '#server/organizations/export-stop.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { zipStream, type ZipEntry } from '#server/document/zip.ts';
import { BlobMissingError } from '#server/storage/driver.ts';
import { exportKey } from '#server/storage/keys.ts';

/**
 * Builds the next part of an export and, in the transaction that records the part, asks for the one after it.
 * A job that is killed or repeated therefore begins at the first unfinished part.
 */
export async function buildExport(
  services: Services,
  { organizationId, exportId }: EffectPayloads['svc/export.started'],
  { exportPartEnvelopes: limit, exportPartBytes: bytes }: PartLimits = LIMITS,
): Promise<void> {
  const scope = { organizationId };
  const found = await transaction(services.db, scope, async (tx) =>
    (await endIfLost(services, tx, { organizationId, exportId }))
      ? null
      : await readExport(tx, organizationId, exportId),
  );
  if (found === null || found.finishedAt !== null) return;
  const next = await transaction(services.db, scope, (tx) =>
    readNextEnvelopes(tx, organizationId, { after: found.lastEnvelopeId, limit }),
  );
  const batch = takeFitting(next, bytes);
  const last = batch.at(-1);
  if (last === undefined) {
    await transaction(services.db, scope, async (tx) => {
      if (await endIfLost(services, tx, { organizationId, exportId })) return;
      await finishExport(tx, exportId, services.clock());
    });
    return;
  }
  const number = found.partCount + 1;
  const key = exportKey(organizationId, exportId, number);
  const entries = await buildEntries(services, organizationId, batch);
  const stored = await services.storage.put(key, zipStream(entries), { contentType: 'application/zip' });
  await transaction(services.db, scope, async (tx) => {
    if (await endIfLost(services, tx, { organizationId, exportId })) return;
    const part = { exportId, organizationId, number, key, ...stored };
    const progress = { lastEnvelopeId: last.id, count: batch.length };
    if (!(await addPart(tx, part, progress))) return;
    await services.queue.enqueue(tx, [exportJob(organizationId, exportId)]);
  });
}

/**
 * Stops an export whose starter is no longer an owner, records that, and asks for the emails. Returns whether
 * it has stopped.
 */
async function endIfLost(
  services: Services,
  tx: Transaction,
  { organizationId, exportId }: EffectPayloads['svc/export.started'],
): Promise<boolean> {
  const stopReason = await findStop(tx, organizationId, exportId);
  if (stopReason === null) return false;
  const now = services.clock();
  if (await stopExport(tx, exportId, { stopReason, finishedAt: now })) {
    const { name } = await readOrganization(tx, organizationId);
    await insertAdministrativeAction(tx, {
      id: services.newId('administrativeAction'),
      ...{ organizationId, actorId: null, actorName: 'Countersign', action: 'export.stopped' },
      ...{ subjectId: exportId, subjectName: name, details: { reason: stopReason }, occurredAt: now },
      ...{ ipAddress: null, userAgent: null },
    });
    await services.queue.enqueue(tx, [announceStoppedExport(organizationId, exportId)]);
  }
  return true;
}

type PartLimits = { readonly exportPartEnvelopes: number; readonly exportPartBytes: number };

/** Returns as many envelopes as fit into a part, but at least one. */
function takeFitting(next: readonly ExportedEnvelope[], bytes: number): readonly ExportedEnvelope[] {
  let sum = 0;
  const end = next.findIndex(({ sizeBytes }, index) => {
    sum += sizeBytes;
    return index > 0 && sum > bytes;
  });
  return end < 0 ? next : next.slice(0, end);
}

const INDEX_HEAD = [
  ...['id', 'name', 'status', 'created_at', 'sent_at', 'completed_at', 'sender', 'recipients'],
  ...['document_sha256', 'sealed_sha256', 'events', 'head_hash', 'folder'],
];

/** Builds one folder per envelope with its files and its event log, and a CSV list of all envelopes. */
async function buildEntries(
  services: Services,
  organizationId: string,
  batch: readonly ExportedEnvelope[],
): Promise<ZipEntry[]> {
  const lines: string[][] = [INDEX_HEAD];
  const entries: ZipEntry[] = [];
  for (const { id } of batch) {
    const read = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        readGraph(tx, organizationId, id),
        readEvents(tx, organizationId, id),
        readAttachments(tx, id),
      ]),
    );
    const [graph, events, attachments] = read;
    // The envelope has been deleted or erased in the meantime.
    if (graph === null || events === null) continue;
    lines.push(formatIndexLine(graph, events));
    const modifiedAt = new Date(graph.envelope.updatedAt);
    const createBlobEntry = (name: string, key: string): ZipEntry => ({
      name: `${id}/${name}`,
      modifiedAt,
      open: async () => {
        const stored = await services.storage.get(key);
        if (stored === null) throw new BlobMissingError(`${name} of ${id} is not in storage`);
        return stored.stream;
      },
    });
    for (const { variant, key, contentType } of graph.documents)
      entries.push(createBlobEntry(`${variant}${EXTENSIONS[contentType] ?? ''}`, key));
    const uploads = listReceivedFiles(graph.files);
    if (uploads.length > 1)
      uploads.forEach(({ name, content }, index) =>
        entries.push(createBlobEntry(`files/${index + 1} ${toSafeName(name)}`, content.original.key)),
      );
    attachments.forEach(({ key, filename }, index) =>
      entries.push(createBlobEntry(`attachments/${index + 1} ${toSafeName(filename)}`, key)),
    );
    entries.push(createTextEntry(`${id}/events.json`, JSON.stringify(events, null, 2), modifiedAt));
  }
  return [createTextEntry('index.csv', stringifyLines(lines), services.clock()), ...entries];
}

function formatIndexLine(
  { envelope, participants, documents }: EnvelopeGraph,
  events: readonly EventRecord[],
): string[] {
  const findHash = (wanted: string): string =>
    documents.find(({ variant }) => variant === wanted)?.sha256 ?? '';
  return [
    ...[envelope.id, envelope.displayName, envelope.status, envelope.createdAt],
    ...[envelope.sentAt ?? '', envelope.completedAt ?? '', envelope.senderEmail],
    participants.map(({ name, email }) => `${name} <${email}>`).join('; '),
    ...[
      findHash('prepared'),
      findHash('sealed'),
      String(events.length),
      events.at(-1)?.hash ?? '',
      envelope.id,
    ],
  ];
}

function createTextEntry(name: string, content: string, modifiedAt: Date): ZipEntry {
  return { name, modifiedAt, open: () => Promise.resolve(new Blob([content]).stream()) };
}

/** Returns a file name that can't leave its folder. */
function toSafeName(filename: string): string {
  return cutTo(filename.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_'), 150);
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'image/png': '.png',
  'image/jpeg': '.jpg',
};
