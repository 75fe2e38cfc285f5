import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { mintUploadToken } from '#server/crypto/tokens/upload-token.ts';
import type { UploadLink } from '../lines/upload.ts';
import type { AgentContext } from '../tool.ts';

/** Makes a link to which the document of an envelope is uploaded, or one that was added to it: for ten minutes, until it has come. */
export function uploadLink(
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
