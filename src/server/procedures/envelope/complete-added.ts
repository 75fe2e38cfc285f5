import type { EnvelopeFile, EnvelopeGraph, Preparation } from '#domain/envelope/graph.ts';
import { toFileContent } from '#domain/envelope/files/file.ts';
import { processFile, receiveFile } from '#domain/envelope/files/receive-file.ts';
import { Refusal } from '#domain/errors.ts';
import { commit } from '#server/commit.ts';
import { STILL_CONVERTING } from '#server/document/receive-in-time.ts';
import { receiveUpload } from '#server/document/receive-upload.ts';
import { changeFiles } from '#server/envelopes/change-files.ts';
import type { Member } from '#server/trpc/audience.ts';
import type { Services } from '#server/runtime/services.ts';
import { uploadKey } from '#server/storage/keys.ts';

type Wanted = { readonly [K in keyof Preparation]?: Preparation[K] | undefined };

/**
 * Takes in the uploads of documents that were added without their bytes, and returns the updated graph. A
 * refused document doesn't hold up the others: the first refusal is thrown after all have been processed.
 */
export async function completeAdded(
  services: Services,
  member: Member,
  before: EnvelopeGraph,
  wanted: Wanted,
): Promise<EnvelopeGraph> {
  let graph = before;
  const refusals: Refusal[] = [];
  for (const file of before.files) {
    if (file.status !== 'awaited' && file.status !== 'refused') continue;
    try {
      graph = (await completeOne(services, member, before.envelope.id, file, wanted)) ?? graph;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first !== undefined) throw first;
  return graph;
}

/** Takes in the upload of one document; null if nothing has been uploaded. */
async function completeOne(
  services: Services,
  member: Member,
  envelopeId: string,
  file: EnvelopeFile,
  wanted: Wanted,
): Promise<EnvelopeGraph | null> {
  const { organizationId } = member;
  const target = { organizationId, envelopeId };
  const settings = {
    trackedChanges: wanted.trackedChanges ?? file.trackedChanges,
    textTags: wanted.textTags ?? file.textTags,
    variableValues: wanted.variableValues ?? file.variableValues,
  };
  const received = await receiveUpload(services, organizationId, file.id, settings);
  if (received === null) return null;
  if (received === STILL_CONVERTING)
    return await commit(services, target, member.facts(), (current) =>
      processFile(current, file.id, settings),
    );
  const { tags } = received;
  const content = toFileContent(received);
  if (content === null) throw new Error('a received document lacks a file');
  const facts = member.facts();
  try {
    const graph = await changeFiles(services, target, facts, (current) =>
      receiveFile(current, file.id, { content, tags }, facts),
    );
    await services.storage.remove(uploadKey(organizationId, file.id));
    return graph;
  } catch (error) {
    // The document may be too large together with the others. It would be refused again, so the upload is
    // removed.
    if (error instanceof Refusal && error.code !== 'rate_limited')
      await services.storage.remove(uploadKey(organizationId, file.id));
    throw error;
  }
}
