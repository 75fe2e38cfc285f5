import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import {
  getScopeRight,
  KEY_SCOPES,
  type KeyLimits,
  validateKeyLimits,
} from '#domain/organization/key-scope.ts';
import { may } from '#domain/organization/role.ts';
import { apiKeySchema, keyScope, network, type WireApiKey } from '#wire/api-key.ts';
import { createIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { generateApiKey, getApiKeyHint, hashApiKey } from '#server/crypto/api-key.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  type ApiKeyRecord,
  countActiveKeys,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
} from '#server/db/organizations/api-keys.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { readQuotaLimit } from '#server/db/organizations/quota-uses.ts';
import { recordAction, toActor } from '#server/trpc/administration.ts';
import { type Member, memberProcedure } from '#server/trpc/audience.ts';
import { DAY_MS } from '#domain/time.ts';
import { recordLostInvitations } from './auth/end-access.ts';
import { lockOwnLimits } from './own-limits.ts';
import { requireTeam } from './team/teams.ts';

/** Lists the organization's API keys, newest first. */
export const listKeys = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/api-keys',
      tags: ['API keys'],
      summary: 'List API keys',
      description: 'Newest first, without their text. Revoked and expired ones stay in the list.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(apiKeySchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const rows = await transaction(services.db, { organizationId }, (tx) => listApiKeys(tx, organizationId));
    return { items: rows.map(toWireApiKey) };
  });

const newKey = z.strictObject({
  name: createRequiredLineSchema(LIMITS.nameMaxChars)
    .describe('What it is for.')
    .meta({ examples: ['Order system'] }),
  teamId: createIdSchema('team')
    .optional()
    .describe('Where its envelopes belong. Default: the default team.'),
  scopes: z
    .array(keyScope)
    .min(1, 'must include at least one scope')
    .optional()
    .describe('What it can do. Default: everything that you can.'),
  expiresInDays: z
    .int()
    .min(1)
    .max(LIMITS.keyLifetimeMaxDays)
    .nullish()
    .describe('In how many days it expires; null or missing: never, or with the key that creates it.'),
  allowedNetworks: z
    .array(network)
    .min(1)
    .max(LIMITS.keyNetworksMax)
    .nullish()
    .describe(
      'IP addresses and ranges it works from; null or missing: any, or those of the key that creates it.',
    ),
});

/** Creates an API key. Only this response contains its text. */
export const createKey = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/api-keys',
      tags: ['API keys'],
      summary: 'Create an API key',
      description:
        'The response is the only one with its text. A key that a key creates does no more than that one, from no other network and no longer, and is revoked with it.',
    },
    rest: { success: 201, errors: [] },
  })
  .input(newKey)
  .output(z.object({ apiKey: apiKeySchema, secret: z.string().meta({ examples: ['svc_sk_…'] }) }))
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId, isTest, sender } = member;
    const secret = generateApiKey(isTest);
    const createdAt = services.clock();
    const named = { id: services.newId('apiKey'), name: input.name, hint: getApiKeyHint(secret), createdAt };
    const key = await transaction(services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      // Removing or demoting a member revokes their keys. The lock keeps a new key from being created right
      // afterwards.
      const maker = await lockMember(tx, organizationId, sender.userId);
      if (maker === null || !may(maker.role, 'administer')) throw createRefusal('forbidden');
      const quota = { organizationId, quota: 'apiKeys' } as const;
      const limit = await readQuotaLimit(tx, services.config.quotas, quota, createdAt);
      if ((await countActiveKeys(tx, organizationId, createdAt)) >= limit)
        throw createInvalidRefusal([
          {
            path: '/name',
            message: `can't be added: your organization has ${limit} API keys. Revoke one first`,
          },
        ]);
      const team = await requireTeam(tx, member, input.teamId);
      const limits = await resolveKeyLimits(tx, member, input, createdAt);
      const created = { ...named, ...limits };
      await insertApiKey(tx, {
        ...created,
        scopes: [...limits.scopes],
        allowedNetworks: limits.allowedNetworks === null ? null : [...limits.allowedNetworks],
        organizationId,
        teamId: team.id,
        createdBy: sender.userId,
        createdWith: member.apiKeyId,
        hash: hashApiKey(secret),
      });
      await recordAction(tx, ctx, {
        action: 'api_key.created',
        subject: created,
        details: { key: created.hint, scopes: created.scopes.join(' ') },
      });
      return created;
    });
    const record = {
      ...key,
      createdByName: sender.name,
      makerRole: member.role,
      lastUsedAt: null,
      revokedAt: null,
    };
    return { apiKey: toWireApiKey(record), secret };
  });

/** Revokes an API key and all keys created with it, from the next request on. */
export const revokeKey = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/api-keys/{id}',
      tags: ['API keys'],
      summary: 'Revoke an API key',
      description:
        'Its next request returns 401, and so do those of the keys that were created with it. Session URLs and open invitations that it created end, and its webhooks are disabled before the next event. What it has sent or scheduled stays. A key can revoke itself.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('apiKey') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      await lockOrganization(tx, organizationId);
      const revoked = await revokeApiKey(tx, organizationId, input.id, ctx.services.clock());
      if (revoked === null) throw createRefusal('not_found');
      for (const { id, name, hint } of revoked)
        await recordAction(tx, ctx, {
          action: 'api_key.revoked',
          subject: { id, name },
          details: { key: hint },
        });
      const keyIds = revoked.map(({ id }) => id);
      await recordLostInvitations(tx, ctx.services, toActor(ctx), { keyIds });
    });
  });

/** Converts a key's record for the dashboard. */
export function toWireApiKey({ makerRole, ...key }: ApiKeyRecord): WireApiKey {
  return {
    ...key,
    scopes: [...key.scopes],
    pausedScopes: key.scopes.filter((scope) => makerRole === null || !may(makerRole, getScopeRight(scope))),
    allowedNetworks: key.allowedNetworks === null ? null : [...key.allowedNetworks],
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the limits of a new key. A key that another key creates inherits the limits that aren't given, and
 * can't exceed any of them.
 */
async function resolveKeyLimits(
  tx: Transaction,
  member: Member,
  input: z.infer<typeof newKey>,
  now: Date,
): Promise<KeyLimits> {
  const parent = await lockOwnLimits(tx, member);
  const { scopes = parent.scopes, expiresInDays = null, allowedNetworks = null } = input;
  const limits = {
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    allowedNetworks: allowedNetworks ?? parent.allowedNetworks,
    expiresAt: expiresInDays === null ? parent.expiresAt : new Date(now.getTime() + expiresInDays * DAY_MS),
  };
  const issues = validateKeyLimits(limits, parent);
  if (issues.length > 0) throw createInvalidRefusal(issues);
  return limits;
}
