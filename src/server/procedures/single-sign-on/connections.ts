import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Connection, ConnectionSettings } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { connectionBody, type ConnectionInput } from '#wire/single-sign-on.ts';
import { pathId } from '#wire/text.ts';
import { createToken, hashToken } from '#server/crypto/account-token.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockOrganization } from '#server/db/organizations/organizations.ts';
import {
  countConnections,
  insertConnection,
  lockConnection,
  readConnection,
  deleteConnection as removeConnection,
  updateConnection,
} from '#server/db/single-sign-on/connections.ts';
import { insertToken, revokeToken } from '#server/db/single-sign-on/directory-tokens.ts';
import { listVerifiedDomains } from '#server/db/single-sign-on/email-domains.ts';
import { endPasswordSessions, hasSecuredOwner } from '#server/db/single-sign-on/identities.ts';
import { findTargetProblem } from '#server/outbound/target.ts';
import { requireIssuer } from '#server/procedures/identity-provider.ts';
import type { Services } from '#server/runtime/services.ts';
import { sealConnectionSecret } from '#server/single-sign-on/attempt.ts';
import {
  hasSupportedKey,
  parseCertificates,
  type ProviderMetadata,
  readProviderMetadata,
} from '#server/single-sign-on/provider-metadata.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure, ownerProcedure, requireLive } from '#server/trpc/audience.ts';
import { beginAttempt } from './start.ts';

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
        ...{ enabled: false, enforced: false, testedAt: null, testProblem: null },
        ...{ createdAt: now, updatedAt: now },
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
        testProblem: isSame ? before.testProblem : null,
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
export const deleteConnection = ownerProcedure
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

type Kept = { readonly settings: ConnectionSettings; readonly secretBox: string | null };
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
export const revokeDirectoryToken = ownerProcedure
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

function describeConnection({ settings }: Connection): Record<string, string> {
  return settings.kind === 'oidc' ? { issuer: settings.issuer } : { issuer: settings.entityId };
}

/**
 * Returns the settings in the form in which they are stored. `kept` has the secret that stays. Refuses with
 * `validation_failed`.
 */
function readSettings(services: Pick<Services, 'config'>, input: ConnectionInput, kept: string | null): Kept {
  if (input.kind === 'saml')
    return {
      settings: {
        ...{ kind: 'saml', ...readSamlSettings(services, input) },
        emailAttribute: input.emailAttribute ?? null,
      },
      secretBox: null,
    };
  const { clientSecret, ...settings } = input;
  requireIssuer(services, settings.issuer);
  const secretBox = clientSecret === undefined ? kept : sealConnectionSecret(services.config, clientSecret);
  if (secretBox === null) throw createInvalidRefusal([{ path: '/clientSecret', message: 'is required' }]);
  return { settings, secretBox };
}

function readSamlSettings(
  services: Pick<Services, 'config'>,
  { metadata, entityId, signInUrl, certificates }: Extract<ConnectionInput, { kind: 'saml' }>,
): ProviderMetadata {
  const isGiven = metadata !== undefined && metadata.trim() !== '';
  const given = isGiven ? readProviderMetadata(metadata) : fromFields({ entityId, signInUrl, certificates });
  if (typeof given === 'string') throw createInvalidRefusal([{ path: '/metadata', message: given }]);
  const problem = findTargetProblem(services.config.outbound, given.signInUrl);
  if (problem !== null)
    throw createInvalidRefusal([{ path: isGiven ? '/metadata' : '/signInUrl', message: problem.message }]);
  if (given.entityId === '') throw createInvalidRefusal([{ path: '/entityId', message: 'is required' }]);
  return given;
}

function fromFields(fields: {
  readonly entityId: string | undefined;
  readonly signInUrl: string | undefined;
  readonly certificates: string | undefined;
}): ProviderMetadata {
  const { entityId, signInUrl } = fields;
  if (entityId === undefined || signInUrl === undefined)
    throw createInvalidRefusal([
      { path: '/metadata', message: 'is required, or the entity ID, the sign-in URL and the certificate' },
    ]);
  const certificates = parseCertificates([fields.certificates ?? '']);
  if (certificates === null)
    throw createInvalidRefusal([
      { path: '/certificates', message: 'must be one or more certificates in PEM' },
    ]);
  if (!certificates.every(hasSupportedKey))
    throw createInvalidRefusal([
      { path: '/certificates', message: 'must have RSA keys, or EC keys of P-256, P-384 or P-521' },
    ]);
  return { entityId, signInUrl, certificates };
}
