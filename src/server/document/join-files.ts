import { join } from 'node:path';
import {
  findDocument,
  type EnvelopeDocument,
  type EnvelopeGraph,
  type EnvelopeFile,
} from '#domain/envelope/graph.ts';
import { joinNotices, listReceivedFiles, type ReceivedFile } from '#domain/envelope/files/file.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Requester } from '#server/process/requester.ts';
import type { Services } from '#server/runtime/services.ts';
import { buildBlobKey } from '#server/storage/keys.ts';
import { withLocalFile } from '#server/storage/local-file.ts';
import { withTemporaryDirectory } from '#server/temporary.ts';
import { createTooLargeRefusal } from './receive.ts';

const PDF = 'application/pdf';

type Joining = Pick<Services, 'intake' | 'storage' | 'config'>;

/**
 * Returns the document that an envelope's files make up. A single file is returned as it is; several are
 * joined into one PDF. Refuses with `payload_too_large` or `document_unreadable` if the whole exceeds the
 * limits of a single document, or with `rate_limited` if too many of the organization's requests are waiting.
 */
export async function joinFiles(
  services: Joining,
  waiting: Requester['waiting'],
  before: EnvelopeGraph,
  files: readonly EnvelopeFile[],
): Promise<EnvelopeDocument> {
  const received = listReceivedFiles(files);
  const whole = findDocument(before, 'prepared');
  if (whole !== null && isSameContent(received, listReceivedFiles(before.files))) return whole;
  return await joinReceived(services, { organizationId: before.envelope.organizationId, waiting }, received);
}

/** Joins files that have been received. Refuses like `joinFiles`. */
export async function joinReceived(
  services: Joining,
  requester: Requester,
  files: readonly ReceivedFile[],
): Promise<EnvelopeDocument> {
  const [first] = files;
  if (first === undefined) throw new Error('there is no file to join');
  if (files.length === 1) return first.content.prepared;
  refuseTooMuch(services, files);
  return await withTemporaryDirectory('join', (directory) =>
    joinIntoTarget(services, requester, files, join(directory, 'whole.pdf')),
  );
}

async function joinIntoTarget(
  services: Joining,
  requester: Requester,
  files: readonly ReceivedFile[],
  target: string,
): Promise<EnvelopeDocument> {
  const result = await withLocalFiles(services, files, (paths) =>
    services.intake.merge(
      requester,
      files.map(({ name }, index) => ({ path: paths[index] ?? '', title: name })),
      target,
    ),
  );
  if (!result.ok) throw createJoinRefusal(services, result.reason);
  const { sha256, sizeBytes, pageCount } = result;
  const key = buildBlobKey(requester.organizationId, sha256);
  await services.storage.put(key, { path: target }, { contentType: PDF, sha256 });
  const notices = joinNotices(files);
  return { variant: 'prepared', key, contentType: PDF, sha256, sizeBytes, pageCount, notices };
}

/** Passes the prepared files to `use` as local files. */
async function withLocalFiles<T>(
  services: Joining,
  files: readonly ReceivedFile[],
  use: (paths: readonly string[]) => Promise<T>,
  paths: readonly string[] = [],
): Promise<T> {
  const [next, ...others] = files;
  if (next === undefined) return await use(paths);
  return await withLocalFile(services.storage, next.content.prepared.key, (path) =>
    withLocalFiles(services, others, use, [...paths, path]),
  );
}

/**
 * Refuses too many or too large files before any are read. The joined file is about as large as the files
 * together.
 */
function refuseTooMuch(services: Joining, files: readonly ReceivedFile[]): void {
  const { documentBytes, documentPages } = services.config.limits;
  const sum = (of: (file: ReceivedFile) => number) => files.reduce((total, file) => total + of(file), 0);
  if (sum(({ content }) => content.prepared.pageCount ?? 0) > documentPages)
    throw createJoinRefusal(services, 'too_many_pages');
  if (sum(({ content }) => content.prepared.sizeBytes) > documentBytes) throw createTooLargeRefusal(services);
}

function createJoinRefusal(services: Joining, reason: 'too_large' | 'too_many_pages' | 'too_complex'): Error {
  if (reason === 'too_large') return createTooLargeRefusal(services);
  const { documentPages } = services.config.limits;
  const message =
    reason === 'too_many_pages'
      ? `The documents have more than ${documentPages} pages together.`
      : 'The documents are too complex to be joined.';
  return createRefusal('document_unreadable', { reason }, message);
}

function isSameContent(one: readonly ReceivedFile[], other: readonly ReceivedFile[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}
