import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { KEY_SCOPES } from '#domain/organization/key-scope.ts';
import { may } from '#domain/organization/role.ts';
import { apiKeySchema, keyScope, network } from '#wire/api-key.ts';
import { pathId, requiredLine } from '#wire/text.ts';
import { apiKeyHint, hashApiKey, newApiKey } from '#server/crypto/api-key.ts';
import { countActiveKeys, insertApiKey } from '#server/db/organizations/api-keys.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { readQuotaLimit } from '#server/db/organizations/quota-uses.ts';
import { lockMember } from '#server/db/accounts/members.ts';
import { readTeam } from '#server/db/organizations/teams.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure } from '#server/trpc/audience.ts';
import { toWireApiKey } from './list.ts';

/** Creates an API key. Only this response contains its text. */
export const createKey = adminProcedure
  .input(
    z.strictObject({
      name: requiredLine(LIMITS.nameMaxChars),
      teamId: pathId.optional(),
      scopes: z
        .array(keyScope)
        .min(1, 'must include at least one scope')
        .default([...KEY_SCOPES]),
      /** In how many days it expires; null: never. */
      expiresInDays: z.int().min(1).max(LIMITS.keyLifetimeMaxDays).nullable().default(null),
      allowedNetworks: z.array(network).min(1).max(LIMITS.keyNetworksMax).nullable().default(null),
    }),
  )
  .output(z.object({ apiKey: apiKeySchema, secret: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { name, teamId, allowedNetworks, expiresInDays } = input;
    const { services, member, session } = ctx;
    const { organizationId } = member;
    const secret = newApiKey();
    const createdAt = services.clock();
    const key = {
      id: services.newId('apiKey'),
      name,
      hint: apiKeyHint(secret),
      scopes: KEY_SCOPES.filter((scope) => input.scopes.includes(scope)),
      allowedNetworks,
      createdAt,
      expiresAt: expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MS),
    };
    await transaction(services.db, { organizationId }, async (tx) => {
      // Removing or demoting a member revokes their keys, so none may be created right after.
      const maker = await lockMember(tx, organizationId, session.user.id);
      if (maker === null || !may(maker.role, 'administer')) throw refusal('forbidden');
      await lockOrganization(tx, organizationId);
      const quota = { organizationId, quota: 'apiKeys' } as const;
      const limit = await readQuotaLimit(tx, services.config.quotas, quota, createdAt);
      if ((await countActiveKeys(tx, organizationId, createdAt)) >= limit)
        throw invalid([
          {
            path: '/name',
            message: `can't be added: your organization has ${limit} API keys. Revoke one first`,
          },
        ]);
      const team = await readTeam(tx, organizationId, teamId ?? null);
      if (team === null) throw invalid([{ path: '/teamId', message: 'is not a team of this organization' }]);
      const owner = { organizationId, teamId: team.id, createdBy: session.user.id };
      await insertApiKey(tx, { ...key, ...owner, hash: hashApiKey(secret) });
      await recordAction(tx, ctx, {
        action: 'api_key.created',
        subject: { id: key.id, name },
        details: { key: key.hint, scopes: key.scopes.join(' ') },
      });
    });
    const record = {
      ...key,
      createdByName: session.user.name,
      makerRole: session.role,
      lastUsedAt: null,
      revokedAt: null,
    };
    return { apiKey: toWireApiKey(record), secret };
  });

const DAY_MS = 24 * 60 * 60_000;
