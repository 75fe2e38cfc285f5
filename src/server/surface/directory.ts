import { createRefusal } from '#domain/errors.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { findDirectoryToken, touchToken } from '#server/db/single-sign-on/directory-tokens.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Principal } from './principal.ts';
import { createSuspendedRefusal } from './standing/suspended.ts';

/** The shortest time between two updates of a token's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Verifies the token of an organization's directory in `Authorization: Bearer`. Refuses with `unauthorized`,
 * or `forbidden` while the organization is suspended.
 */
export async function verifyDirectory(services: Services, headers: Headers): Promise<Principal> {
  const token = /^Bearer (scim_[\w-]{43})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) throw createInvalidTokenRefusal();
  const directoryHash = hashToken(token);
  const found = await transaction(services.db, { directoryHash }, (tx) =>
    findDirectoryToken(tx, directoryHash),
  );
  if (found === null) throw createInvalidTokenRefusal();
  const { id, organizationId, lastUsedAt } = found;
  const now = services.clock();
  const isDue = lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS;
  await transaction(services.db, { organizationId }, async (tx) => {
    const { suspendedAt } = await readOrganization(tx, organizationId);
    if (suspendedAt !== null) throw createSuspendedRefusal();
    if (isDue) await touchToken(tx, organizationId, id, now);
  });
  return { kind: 'directory', tokenId: id, organizationId };
}

function createInvalidTokenRefusal() {
  return createRefusal('unauthorized', undefined, 'Missing or invalid token.');
}
