import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { done, DONE } from '#wire/account.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import { insertToken, revokeToken } from '#server/db/single-sign-on/directory-tokens.ts';
import { adminProcedure, ownerProcedure, requireLive } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

const SUBJECT = { id: null, name: 'SCIM' };

/**
 * Creates the token that the organization's directory uses for its calls. It's only returned here, and the
 * previous one stops working.
 */
export const createDirectoryToken = ownerProcedure
  .input(z.strictObject({}))
  .output(z.object({ token: z.string() }))
  .mutation(async ({ ctx }) => {
    const { services, member, session } = ctx;
    requireLive(member);
    const { organizationId } = member;
    const token = `scim_${createToken()}`;
    const hint = `${token.slice(0, 9)}…${token.slice(-4)}`;
    await transaction(services.db, { organizationId }, async (tx) => {
      // If two tokens are created at once, the later one replaces the other.
      await lockOrganization(tx, organizationId);
      const now = services.clock();
      await revokeToken(tx, organizationId, now);
      await insertToken(tx, {
        ...{ id: services.newId('directoryToken'), organizationId, hash: hashToken(token), hint },
        ...{ createdBy: session.user.id, createdAt: now },
      });
      const details = { token: hint };
      await recordAction(tx, ctx, { action: 'directory.token_created', subject: SUBJECT, details });
    });
    return { token };
  });

/** Revokes the directory's token. The people that the directory created stay. */
export const revokeDirectoryToken = adminProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await revokeToken(tx, organizationId, services.clock()))) throw createRefusal('not_found');
      await recordAction(tx, ctx, { action: 'directory.token_revoked', subject: SUBJECT });
    });
    return DONE;
  });
