import { z } from 'zod';
import { documentOf } from '#domain/envelope/graph.ts';
import { refusal } from '#domain/errors.ts';
import { pathIdOf } from '#wire/identifier.ts';
import { DOWNLOADS, type DocumentClaims } from '#server/crypto/document-token.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import { documentFilename, serveDocument, servePdf } from '#server/document/serve.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import type { Services } from '#server/app/services.ts';

/** Downloads a file of an envelope. */
export const getDocument = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/envelopes/{id}/document',
      tags: ['Envelopes'],
      summary: 'Download a document',
      description:
        'Returns the uploaded file (original), the PDF that signers see (prepared), the sealed PDF, or its certificate pages. Returns `invalid_state` if the file does not exist yet.',
    },
    rest: { errors: ['not_found', 'invalid_state'], answer: 'bytes' },
    agent: { scopes: ['envelopes:read'], rest: false },
  })
  .input(
    z.strictObject({
      id: pathIdOf('envelope'),
      variant: z.enum(DOWNLOADS).optional().describe('Default: original.'),
      download: z.boolean().optional().describe('Whether browsers save the file instead of displaying it.'),
    }),
  )
  .output(z.instanceof(Response))
  .query(
    async ({ ctx: { services, member }, input: { id, variant = 'original', download = false } }) =>
      await documentFile(services, member.organizationId, { id, variant, download }),
  );

type Wanted = {
  readonly id: string;
  readonly variant: DocumentClaims['variant'];
  readonly download: boolean;
};

/**
 * Returns a file of an envelope. Refuses with `not_found`, or `invalid_state` if the file doesn't exist yet.
 */
export async function documentFile(
  services: Pick<Services, 'db' | 'storage' | 'sealing'>,
  organizationId: string,
  { id, variant, download }: Wanted,
): Promise<Response> {
  const graph = await loadGraph(services, organizationId, id);
  const { displayName, originalFilename, status } = graph.envelope;
  const document = documentOf(graph, variant === 'certificate' ? 'sealed' : variant);
  if (document === null) throw refusal('invalid_state', { status, reason: 'document_missing' });
  // The original can contain scripts, so it is never displayed on our origin.
  const disposition = download || variant === 'original' ? 'attachment' : 'inline';
  if (variant === 'certificate') {
    const firstPage = (documentOf(graph, 'prepared')?.pageCount ?? 0) + 1;
    const sealed = await readBlob(services.storage, document.key);
    const bytes = await services.sealing.certificateExcerpt(sealed, firstPage);
    return servePdf(bytes, { filename: `${displayName} (certificate).pdf`, disposition });
  }
  const filename = variant === 'original' ? originalFilename : documentFilename(displayName, variant);
  return await serveDocument(services, document, { filename, disposition });
}
