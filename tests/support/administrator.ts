import { addInstanceAdministrator } from '#server/db/instance/administrators.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { readUser } from '#server/db/accounts/users.ts';
import type { TestApi } from './api.ts';
import { asOwner } from './cluster.ts';
import { ORIGIN } from './session.ts';
import type { useOwner } from './owner.ts';

type Signing = { readonly secondFactor?: boolean; readonly singleSignOn?: boolean };

/**
 * Makes a member of an organization an administrator of the instance and signs them in. Returns their cookie.
 */
export async function administratorOf(
  api: TestApi,
  owner: ReturnType<typeof useOwner>,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  { secondFactor = true, singleSignOn = false }: Signing = {},
): Promise<string> {
  const { services } = api;
  const user = await readUser(services.db.drizzle, userId);
  await owner.sql`update users set email_verified_at = now() where id = ${userId}`;
  await addInstanceAdministrator(asOwner(services.config.database), user?.email ?? '');
  const { token } = await services.sessions.start(
    { userId, organizationId, secondFactor, singleSignOn },
    { ipAddress: null, userAgent: null },
  );
  return `${getCookieName('session', ORIGIN)}=${token}`;
}
