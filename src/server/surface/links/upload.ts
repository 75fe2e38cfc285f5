import { createRefusal } from '#domain/errors.ts';
import { readUploadToken } from '#server/crypto/tokens/upload-token.ts';
import type { Services } from '#server/app/services.ts';
import { findLiveAgent } from '../agent.ts';
import type { Principal } from '../principal.ts';

/**
 * Verifies the token at the end of an upload link. The agent that requested the link takes in whatever is
 * uploaded there. Refuses with `unauthorized`, also after the agent's grant has ended.
 */
export async function verifyUploadToken(services: Services, path: string): Promise<Principal> {
  const token = /^\/api\/uploads\/([^/]+)$/.exec(path)?.[1] ?? '';
  const claims = readUploadToken(token, services.config.secretKeys, services.clock());
  const agent =
    claims === null
      ? null
      : await findLiveAgent(services, { organizationId: claims.org, grantId: claims.grant });
  if (claims === null || agent === null)
    throw createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
  return { kind: 'upload_link', claims, agent };
}
