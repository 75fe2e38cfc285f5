import { createRefusal } from '#domain/errors.ts';
import { readDocumentToken } from '#server/crypto/tokens/document-token.ts';
import { findLiveGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/app/services.ts';
import type { Principal } from '../principal.ts';

/**
 * Verifies the token at the end of a document's link. Refuses with `unauthorized`, also after the grant of
 * the agent that requested the link has ended.
 */
export async function verifyDocumentToken(
  services: Pick<Services, 'config' | 'clock' | 'db'>,
  path: string,
): Promise<Principal> {
  const token = /^\/api\/documents\/([^/]+)$/.exec(path)?.[1] ?? '';
  const claims = readDocumentToken(token, services.config.secretKeys, services.clock());
  if (claims === null) throw createInvalidLinkRefusal();
  const { org: organizationId, grant } = claims;
  const live = await transaction(services.db, { organizationId }, (tx) =>
    findLiveGrant(tx, organizationId, grant),
  );
  if (live === null || live.isSuspended) throw createInvalidLinkRefusal();
  return { kind: 'document_link', claims, userId: live.sender.userId };
}

function createInvalidLinkRefusal() {
  return createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
}
