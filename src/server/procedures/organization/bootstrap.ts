import { CHOSEN_SCOPES } from '#domain/organization/key-scope.ts';
import type { PendingSignUp } from '#domain/account/link.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { newOrganization, type NewOrganization } from '#wire/organization.ts';
import { toIssues } from '#wire/issues.ts';
import { getApiKeyHint, hashApiKey, generateApiKey } from '#server/crypto/api-key.ts';
import { hashNewPassword } from '#server/crypto/password/new-password.ts';
import { createIdMint, type Audit, type Clock } from '#server/runtime/context.ts';
import type { NewId } from '#domain/identifier.ts';
import { insertApiKey } from '#server/db/organizations/api-keys.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { insertOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertMembership, insertUser, verifyEmail } from '#server/db/accounts/users.ts';
import { recordActorAction } from '#server/trpc/administration.ts';

export type { NewOrganization };
type Services = { readonly db: Database; readonly clock: Clock; readonly newId: NewId };
export type CreatedOrganization = {
  readonly organizationId: string;
  readonly teamId: string;
  readonly userId: string;
};

export const FIRST_TEAM = 'General';

/** A validated organization and its owner, with the hashed password. */
export type CheckedOrganization = PendingSignUp & {
  readonly email: string;
  /** The owner's identifier. Default: a new one. */
  readonly userId?: string;
};

/** Validates a sign-up and hashes the password. Refuses with `validation_failed`. */
export async function checkOrganization(input: NewOrganization): Promise<CheckedOrganization> {
  const parsed = newOrganization.safeParse(input);
  if (!parsed.success) throw createInvalidRefusal(toIssues(parsed.error));
  const { password, ...rest } = parsed.data;
  const own = [rest.name, rest.email, rest.organization];
  return { ...rest, passwordHash: await hashNewPassword(password, own) };
}

/**
 * Creates an organization with its first team and its owner. Refuses an address that already has an account
 * with `validation_failed`. `alongside` writes in the same transaction.
 */
export async function createOrganization(
  services: Services,
  input: CheckedOrganization,
  audit: Audit,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<CreatedOrganization> {
  return await insertOrganizationWith(
    services,
    input,
    async (tx, { organizationId, userId }, organization) => {
      const by = { organizationId, person: { id: userId, name: input.name }, audit };
      await recordActorAction(tx, services, by, { action: 'organization.created', subject: organization });
      await alongside(tx);
    },
  );
}

/** Creates another organization for an existing account. */
export async function addOrganization(
  services: Services,
  person: { readonly id: string; readonly name: string },
  name: string,
  audit: Audit,
): Promise<string> {
  const organization = { id: services.newId('organization'), name };
  const organizationId = organization.id;
  const now = services.clock();
  await transaction(services.db, { organizationId }, async (tx) => {
    await insertOrganization(tx, organization, { id: services.newId('team'), name: FIRST_TEAM }, now);
    await insertMembership(tx, { organizationId, userId: person.id, role: 'owner' }, now);
    const by = { organizationId, person, audit };
    await recordActorAction(tx, services, by, { action: 'organization.created', subject: organization });
  });
  return organizationId;
}

/**
 * Creates an organization for the operator, with a team, an owner and an API key that is only returned here.
 */
export async function bootstrapOrganization(
  db: Database,
  input: CheckedOrganization,
): Promise<CreatedOrganization & { readonly apiKey: string }> {
  const clock = await readDatabaseTime(db);
  const services = { db, clock, newId: createIdMint(clock) };
  const apiKey = generateApiKey();
  const key = {
    id: services.newId('apiKey'),
    name: 'First key',
    hint: getApiKeyHint(apiKey),
    scopes: [...CHOSEN_SCOPES],
  };
  const created = await insertOrganizationWith(
    services,
    input,
    async (tx, { organizationId, teamId, userId }, organization) => {
      // The operator vouches for the address.
      await verifyEmail(tx, input.email, clock());
      const owner = { organizationId, teamId, createdBy: userId };
      await insertApiKey(tx, { ...key, ...owner, hash: hashApiKey(apiKey), createdAt: clock() });
      const by = { organizationId, person: null, audit: { ipAddress: null, userAgent: null } };
      await recordActorAction(tx, services, by, { action: 'organization.created', subject: organization });
      await recordActorAction(tx, services, by, {
        action: 'api_key.created',
        subject: { id: key.id, name: key.name },
        details: { key: key.hint },
      });
    },
  );
  return { ...created, apiKey };
}

async function insertOrganizationWith(
  services: Services,
  { organization, name, email, passwordHash, userId = services.newId('user') }: CheckedOrganization,
  alongside: (
    tx: Transaction,
    created: CreatedOrganization,
    organization: { readonly id: string; readonly name: string },
  ) => Promise<void>,
): Promise<CreatedOrganization> {
  const organizationId = services.newId('organization');
  const teamId = services.newId('team');
  const created = { organizationId, teamId, userId };
  const now = services.clock();
  await transaction(services.db, { organizationId }, async (tx) => {
    if (!(await insertUser(tx, { id: userId, email, name, passwordHash }, now))) {
      throw createInvalidRefusal([{ path: '/email', message: 'already has an account. Sign in with it' }]);
    }
    const team = { id: teamId, name: FIRST_TEAM };
    await insertOrganization(tx, { id: organizationId, name: organization }, team, now);
    await insertMembership(tx, { organizationId, userId, role: 'owner' }, now);
    await alongside(tx, created, { id: organizationId, name: organization });
  });
  return created;
}
