import type { EnvelopeGraph, Preparation } from '#domain/envelope/graph.ts';
import { contentOf } from '#domain/envelope/files/file.ts';
import { processFile, receiveFile } from '#domain/envelope/files/receive-file.ts';
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
  wanted: { readonly [K in keyof Preparation]?: Preparation[K] | undefined },
): Promise<EnvelopeGraph> {
  const { organizationId } = member;
  const target = { organizationId, envelopeId: before.envelope.id };
  let graph = before;
  for (const file of before.files) {
    if (file.status !== 'awaited' && file.status !== 'refused') continue;
    const settings = {
      trackedChanges: wanted.trackedChanges ?? file.trackedChanges,
      textTags: wanted.textTags ?? file.textTags,
      variableValues: wanted.variableValues ?? file.variableValues,
    };
    const received = await receiveUpload(services, organizationId, file.id, settings);
    if (received === null) continue;
    if (received === STILL_CONVERTING) {
      graph = await commit(services, target, member.facts(), (current) =>
        processFile(current, file.id, settings),
      );
      continue;
    }
    const { tags } = received;
    const content = contentOf(received);
    if (content === null) throw new Error('a received document lacks a file');
    try {
      const facts = member.facts();
      graph = await changeFiles(services, target, facts, (current) =>
        receiveFile(current, file.id, { content, tags }, facts),
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
