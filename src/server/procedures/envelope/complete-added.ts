import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { contentOf } from '#domain/envelope/files/file.ts';
import { processFile, receiveFile } from '#domain/envelope/files/receive-file.ts';
import type { TrackedChanges } from '#domain/document/notices.ts';
import { Refusal } from '#domain/errors.ts';
import { commit } from '#server/commit.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveUpload } from '#server/document/receive-upload.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import type { Member } from '#server/trpc/audience.ts';
import type { Services } from '#server/app/services.ts';
import { uploadKey } from '#server/storage/keys.ts';

/** Takes in the uploads of documents that were added without their bytes. Returns the graph afterwards. */
export async function completeAdded(
  services: Services,
  member: Member,
  before: EnvelopeGraph,
  trackedChanges: TrackedChanges | undefined,
): Promise<EnvelopeGraph> {
  const { organizationId } = member;
  const target = { organizationId, envelopeId: before.envelope.id };
  let graph = before;
  for (const file of before.files) {
    if (file.status !== 'awaited' && file.status !== 'refused') continue;
    const changes = trackedChanges ?? file.trackedChanges;
    const received = await receiveUpload(services, organizationId, file.id, {
      trackedChanges: changes,
      textTags: false,
    });
    if (received === null) continue;
    if (received === STILL_CONVERTING) {
      graph = await commit(services, target, member.facts(), (current) =>
        processFile(current, file.id, changes),
      );
      continue;
    }
    const content = contentOf(received.sourceFormat, received.files);
    if (content === null) throw new Error('a received document lacks a file');
    try {
      graph = await changeFiles(services, target, member.facts(), (current) =>
        receiveFile(current, file.id, content),
      );
    } catch (error) {
      // Too large together with the others, which it would be again.
      if (error instanceof Refusal) await services.storage.remove(uploadKey(organizationId, file.id));
      throw error;
    }
    await services.storage.remove(uploadKey(organizationId, file.id));
  }
  return graph;
}
