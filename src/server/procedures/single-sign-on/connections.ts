import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Connection } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { connectionBody } from '#wire/single-sign-on.ts';
import { pathId } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  countConnections,
  deleteConnection as removeConnection,
  insertConnection,
  lockConnection,
  readConnection,
  updateConnection,
} from '#server/db/single-sign-on/connections.ts';
import { listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import { endPasswordSessions, hasSecuredOwner } from '#server/db/single-sign-on/identities.ts';
import { adminProcedure, ownerProcedure, requireLive } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { beginAttempt } from './begin.ts';
import { readSettings } from './settings-input.ts';

/** Sets up an identity provider for members. It is disabled until an administrator enables it. */
export const createConnection = ownerProcedure
  .input(z.strictObject(connectionBody))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx, input: { settings: given, ...input } }) => {
    const { services, member } = ctx;
    requireLive(member);
    const { organizationId } = member;
    const { settings, secretBox } = readSettings(services, given, null);
    const id = services.newId('connection');
    await transaction(services.db, { organizationId }, async (tx) => {
      if ((await countConnections(tx, organizationId)) >= LIMITS.connectionsMax)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.connections_full);
      const now = services.clock().toISOString();
      const connection: Connection = {
        ...{ id, organizationId, ...input, settings },
        ...{ enabled: false, enforced: false, testedAt: null, createdAt: now, updatedAt: now },
      };
      await insertConnection(tx, { connection, secretBox });
      await recordAction(tx, ctx, {
        action: 'single_sign_on.created',
        subject: connection,
        details: describeConnection(connection),
      });
    });
    return { id };
  });

/**
 * Changes a connection. If its provider settings change, another test has to pass before single sign-on can
 * be required.
 */
export const changeConnection = ownerProcedure
  .input(z.strictObject({ id: pathId, ...connectionBody }))
  .output(done)
  .mutation(async ({ ctx, input: { id, settings: given, ...input } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const stored = await lockConnection(tx, organizationId, id);
      if (stored === null) throw createRefusal('not_found');
      const { settings, secretBox } = readSettings(services, given, stored.secretBox);
      const before = stored.connection;
      const isSame =
        JSON.stringify(settings) === JSON.stringify(before.settings) && secretBox === stored.secretBox;
      if (!isSame && before.enforced)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.connection_enforced);
      const connection: Connection = {
        ...before,
        ...input,
        settings,
        testedAt: isSame ? before.testedAt : null,
        updatedAt: services.clock().toISOString(),
      };
      await updateConnection(tx, { connection, secretBox });
      await recordAction(tx, ctx, {
        action: 'single_sign_on.changed',
        subject: connection,
        details: describeConnection(connection),
      });
    });
    return DONE;
  });

/**
 * Enables or disables a connection, or makes it required or optional. Requiring it takes a passed test and an
 * owner with a second factor, so that somebody can always sign in.
 */
export const switchConnection = ownerProcedure
  .input(z.strictObject({ id: pathId, enabled: z.boolean(), enforced: z.boolean() }))
  .output(done)
  .mutation(async ({ ctx, input: { id, enabled, enforced } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const stored = await lockConnection(tx, organizationId, id);
      if (stored === null) throw createRefusal('not_found');
      const { connection: before, secretBox } = stored;
      if (enforced && before.testedAt === null)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.connection_untested);
      if (enforced && !(await hasSecuredOwner(tx, organizationId)))
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.owner_unsecured);
      const updatedAt = services.clock().toISOString();
      const connection = { ...before, enabled: enabled || enforced, enforced, updatedAt };
      await updateConnection(tx, { connection, secretBox });
      if (enforced)
        await endPasswordSessions(tx, organizationId, await listVerifiedDomains(tx, organizationId, id));
      const state = enforced ? 'required' : connection.enabled ? 'enabled' : 'disabled';
      await recordAction(tx, ctx, {
        action: 'single_sign_on.switched',
        subject: connection,
        details: { state },
      });
    });
    return DONE;
  });

/** Deletes a connection. Its members and domains stay, and its members sign in with passwords again. */
export const deleteConnection = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input: { id } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const name = await removeConnection(tx, organizationId, id);
      if (name === null) throw createRefusal('not_found');
      await recordAction(tx, ctx, { action: 'single_sign_on.deleted', subject: { id, name } });
    });
    return DONE;
  });

/** Starts a sign-in that doesn't open a session, to test whether the settings are right. */
export const testConnection = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const stored = await transaction(services.db, { organizationId }, (tx) =>
      readConnection(tx, organizationId, id),
    );
    if (stored === null) throw createRefusal('not_found');
    return { url: await beginAttempt(ctx, stored, { purpose: 'test', next: '/settings/single-sign-on' }) };
  });

function describeConnection({ settings }: Connection): Record<string, string> {
  return settings.kind === 'oidc' ? { issuer: settings.issuer } : { issuer: settings.entityId };
}
