import type { Role } from '#domain/organization/role.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { getCookieName } from '#server/surface/cookies.ts';
import { insertMembership, insertUser } from '#server/db/accounts/users.ts';
import type { Answer, TestApi } from './api.ts';
import { passwordHash } from './password.ts';

export const ORIGIN = 'http://localhost:3000';

/** Signs in a new member of an organization. Returns their cookie. */
export async function sessionOf(api: TestApi, organizationId: string, role: Role = 'owner'): Promise<string> {
  const { services } = api;
  const id = services.newId('user');
  await transaction(services.db, { organizationId }, async (tx) => {
    await insertUser(
      tx,
      { id, email: `${id}@acme.example`, name: `Rita ${role}`, passwordHash: await passwordHash() },
      services.clock(),
    );
    await insertMembership(tx, { organizationId, userId: id, role }, services.clock());
  });
  const { token } = await services.sessions.start(
    { userId: id, organizationId, secondFactor: false },
    { ipAddress: null, userAgent: null },
  );
  return `${getCookieName('session', ORIGIN)}=${token}`;
}

/** Calls a dashboard procedure like the browser. */
export async function callDashboard(
  api: TestApi,
  kind: 'query' | 'mutation',
  procedure: string,
  { cookie, input = {}, origin = ORIGIN }: { cookie?: string; input?: unknown; origin?: string | null } = {},
): Promise<Answer> {
  const headers = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(origin === null ? {} : { origin }),
  };
  if (kind === 'mutation') return await api.call('POST', `/api/trpc/${procedure}`, { headers, body: input });
  const query = encodeURIComponent(JSON.stringify(input));
  return await api.call('GET', `/api/trpc/${procedure}?input=${query}`, { headers });
}

/** Returns the refusal in a response to the dashboard. */
export function refusalIn(answer: Answer): { code: string; details?: unknown } | null {
  return answer.json?.error?.data?.refusal ?? null;
}
