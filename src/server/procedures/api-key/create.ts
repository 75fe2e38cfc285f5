import { z } from 'zod';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { may } from '#domain/organization/role.ts';
import { apiKeySchema } from '#wire/api-key.ts';
import { pathId, requiredLine } from '#wire/text.ts';
import { apiKeyHint, hashApiKey, newApiKey } from '#server/crypto/api-key.ts';
import { insertApiKey } from '#server/db/api-keys.ts';
import { lockMember } from '#server/db/members.ts';
import { readTeam } from '#server/db/organizations.ts';
import { within } from '#server/db/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { administering } from '#server/trpc/audience.ts';
import { toWireApiKey } from './list.ts';

/** Makes an API key. The answer is the only place where its text ever stands. */
export const createKey = administering
  .input(z.strictObject({ name: requiredLine(LIMITS.nameMaxChars), teamId: pathId.optional() }))
  .output(z.object({ apiKey: apiKeySchema, secret: z.string() }))
  .mutation(async ({ ctx, input: { name, teamId } }) => {
    const { world, member, session } = ctx;
    const { organizationId } = member;
    const secret = newApiKey();
    const key = { id: world.newId('apiKey'), name, hint: apiKeyHint(secret), createdAt: world.clock() };
    await within(world.db, { organizationId }, async (tx) => {
      // Who is removed or demoted at this moment loses their keys: none may be made right after that.
      const maker = await lockMember(tx, organizationId, session.user.id);
      if (maker === null || !may(maker.role, 'administer')) throw refusal('forbidden');
      const team = await readTeam(tx, organizationId, teamId ?? null);
      if (team === null) throw invalid([{ path: '/teamId', message: 'is no team of this organization' }]);
      const owner = { organizationId, teamId: team.id, createdBy: session.user.id };
      await insertApiKey(tx, { ...key, ...owner, hash: hashApiKey(secret) });
      await recordAction(tx, ctx, {
        action: 'api_key.created',
        subject: { id: key.id, name },
        details: { key: key.hint },
      });
    });
    const record = { ...key, createdByName: session.user.name, lastUsedAt: null, revokedAt: null };
    return { apiKey: toWireApiKey(record), secret };
  });
