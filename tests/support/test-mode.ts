import { transaction } from '#server/db/client/transaction.ts';
import { findTestEnvironment } from '#server/db/organizations/organizations.ts';
import { mutate } from './account.ts';
import { clearDefaults, type TestApi } from './api.ts';
import { sessionOf } from './session.ts';

export type TestMode = {
  readonly live: string;
  readonly organizationId: string;
  /** An owner's session in the test environment. */
  readonly cookie: string;
  readonly apiKey: string;
};

/** Opens an organization's test mode as one of its owners, and creates a key there. */
export async function openTestMode(api: TestApi, live: string): Promise<TestMode> {
  const cookie = await sessionOf(api, live);
  await mutate(api, cookie, 'organization.enterTestMode');
  const { secret } = await mutate(api, cookie, 'apiKey.create', { name: 'Test key' });
  const organizationId = await testOf(api, live);
  await clearDefaults(api.services, organizationId);
  return { live, organizationId, cookie, apiKey: secret };
}

/** Returns an organization's test environment. */
export async function testOf(api: TestApi, live: string): Promise<string> {
  const found = await transaction(api.services.db, { organizationId: live }, (tx) =>
    findTestEnvironment(tx, live),
  );
  if (found === null) throw new Error('there is no test environment');
  return found;
}
