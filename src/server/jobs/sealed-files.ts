import { findDocument } from '#domain/envelope/graph.ts';
import { canSeeAllAnswers } from '#domain/field/visibility.ts';
import { LIMITS } from '#domain/limits.ts';
import { formatDocumentFilename } from '#server/document/serve.ts';
import type { MailFile } from '#server/mail/message.ts';
import type { CompletedFacts } from '#server/mail/templates/outcomes.ts';
import type { Services } from '#server/runtime/services.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { MailSubject } from './mail.ts';

type SealedFiles = { readonly attached: CompletedFacts['attached']; readonly files: readonly MailFile[] };

export const NO_FILES: SealedFiles = { attached: 'no', files: [] };

/**
 * Returns the files that come with the email about a completed envelope, if the organization wants that: the
 * sealed PDF, and the certificate where it is a file of its own. Who may not see all answers, or has to prove who
 * they are to open the document, only gets the link. `reader` is null for the sender.
 */
export async function readSealedFiles(
  { storage }: Pick<Services, 'storage'>,
  { graph, organization }: MailSubject,
  reader: { readonly id: string; readonly authentication?: { readonly method: string } } | null,
): Promise<SealedFiles> {
  const { method = 'link' } = reader?.authentication ?? {};
  if (!organization.attachSealed || method !== 'link') return NO_FILES;
  if (!canSeeAllAnswers(graph, reader?.id ?? null)) return NO_FILES;
  const documents = (['sealed', 'certificate'] as const).flatMap(
    (variant) => findDocument(graph, variant) ?? [],
  );
  if (documents.length === 0) return NO_FILES;
  const size = documents.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (size > LIMITS.attachedToMailMaxBytes) return { attached: 'too_large', files: [] };
  const files = documents.map(async ({ key, variant, contentType }) => ({
    filename: formatDocumentFilename(graph.envelope.displayName, variant),
    contentType,
    content: await readBlob(storage, key),
  }));
  return { attached: 'yes', files: await Promise.all(files) };
}
