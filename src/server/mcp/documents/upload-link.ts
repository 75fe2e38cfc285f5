import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { mintUploadToken } from '#server/crypto/tokens/upload-token.ts';
import { buildEnvelopeAnswer } from '../facts.ts';
import type { Answer } from '../results.ts';
import type { AgentContext } from '../tool.ts';
import { formatMinute } from '../lines/words.ts';

/** The address that a document is uploaded to. */
type UploadLink = { readonly url: string; readonly expiresAt: string; readonly maxBytes: number };

/**
 * Returns an envelope as an answer, with a link for uploading its document or a document that was added to
 * it.
 */
export function uploadAnswer(
  context: AgentContext,
  graph: WireGraph,
  name: string,
  documentId?: string,
): Answer {
  const upload = uploadLink(context, graph.envelope, documentId);
  const { lines, facts } = buildEnvelopeAnswer(context, graph);
  return { lines: [...uploadLines(name, upload), ...lines], facts: { ...facts, upload } };
}

/**
 * Creates a link for uploading an envelope's document or a document that was added to it. The link works for
 * ten minutes or until the document has arrived.
 */
function uploadLink(
  { services, principal }: AgentContext,
  { id, organizationId }: Pick<WireGraph['envelope'], 'id' | 'organizationId'>,
  documentId?: string,
): UploadLink {
  const { config, clock } = services;
  const exp = Math.floor((clock().getTime() + LIMITS.agentUploadLifeMs) / 1000);
  const token = mintUploadToken(
    {
      ...{ org: organizationId, env: id, grant: principal.grantId, exp },
      ...(documentId === undefined ? {} : { document: documentId }),
    },
    config.secretKeys,
  );
  return {
    url: `${config.http.origin}/api/uploads/${token}`,
    expiresAt: new Date(exp * 1000).toISOString(),
    maxBytes: config.limits.documentBytes,
  };
}

/** Returns lines that say how to upload a document: one for people and one for a shell. */
function uploadLines(name: string, { url, expiresAt, maxBytes }: UploadLink): string[] {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return [
    `Upload ${name} with one PUT until ${formatMinute(expiresAt)}, at most ${megabytes} MiB. The answer says what was found.`,
    `curl -T FILE '${url}'`,
  ];
}
