import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { buildDomainRecord, normalizeDomain } from '#domain/organization/identity/single-sign-on.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { singleSignOnOverview, toWireConnection, toWireDomain } from '#wire/single-sign-on.ts';
import { pathId, createRequiredLineSchema } from '#wire/text.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { endPasswordSessions, hasSecuredOwner } from '#server/db/single-sign-on/identities.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { listConnections, readConnection } from '#server/db/single-sign-on/connections.ts';
import { readDirectoryToken } from '#server/db/single-sign-on/directory-tokens.ts';
import {
  countDomains,
  deleteDomain,
  insertDomain,
  listDomains,
  lockDomain,
  updateDomain,
} from '#server/db/single-sign-on/email-domains.ts';
import { ResolverFailure } from '#server/outbound/text-records.ts';
import { buildAnswerUrl } from '#server/single-sign-on/attempt.ts';
import { adminProcedure, ownerProcedure, requireLive } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

const TOKEN_BYTES = 20;

/** Returns the connections and domains of the organization. */
export const getSingleSignOn = adminProcedure
  .input(z.strictObject({}))
  .output(singleSignOnOverview)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const [connections, domains, token] = await readTransaction(services.db, { organizationId }, (tx) =>
      Promise.all([
        listConnections(tx, organizationId),
        listDomains(tx, organizationId),
        readDirectoryToken(tx, organizationId),
      ]),
    );
    return {
      connections: connections.map((one) => toWireConnection(one, buildAnswerUrl(services.config, one.id))),
      domains: domains.map(toWireDomain),
      directory: {
        url: `${services.config.http.origin}/scim/v2`,
        token:
          token === null
            ? null
            : {
                hint: token.hint,
                createdAt: token.createdAt.toISOString(),
                lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
              },
      },
    };
  });

/** Adds a domain. It proves nothing until it is verified. */
export const addDomain = adminProcedure
  .input(z.strictObject({ domain: createRequiredLineSchema(LIMITS.emailMaxChars) }))
  .output(z.object({ id: z.string() }))
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    requireLive(member);
    const { organizationId } = member;
    const domain = normalizeDomain(input.domain);
    if (domain === null) throw createDomainRefusal('must be a domain such as example.com');
    const id = services.newId('emailDomain');
    await transaction(services.db, { organizationId }, async (tx) => {
      if ((await countDomains(tx, organizationId)) >= LIMITS.emailDomainsMax)
        throw createDomainRefusal(`exceeds the maximum of ${LIMITS.emailDomainsMax} domains`);
      const [only, ...others] = await listConnections(tx, organizationId);
      const connectionId = only !== undefined && others.length === 0 ? only.id : null;
      const token = randomBytes(TOKEN_BYTES).toString('hex');
      const createdAt = services.clock();
      if (!(await insertDomain(tx, { id, organizationId, domain, token, connectionId, createdAt })))
        throw createDomainRefusal('is already on the list');
      await recordAction(tx, ctx, { action: 'domain.added', subject: { id, name: domain } });
    });
    return { id };
  });

/** Looks up the domain's DNS record, and verifies the domain if the record is there. */
export const verifyDomain = adminProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await services.rates.domainCheck.take(organizationId);
    const wanted = await transaction(services.db, { organizationId }, (tx) =>
      lockDomain(tx, organizationId, id),
    );
    if (wanted === null) throw createRefusal('not_found');
    const { name, value } = buildDomainRecord(wanted);
    // Queried outside of the transaction because name servers can take long.
    const found = await services.textRecords(name).catch((error: unknown) => {
      if (!(error instanceof ResolverFailure)) throw error;
      throw createRefusal('unavailable', { reason: 'resolver_failed' }, REFUSAL_MESSAGES.resolver_failed);
    });
    if (!found.includes(value))
      throw createRefusal(
        'invalid_state',
        { reason: 'record_missing' },
        REFUSAL_MESSAGES.domain_record_missing,
      );
    await transaction(services.db, { organizationId }, async (tx) => {
      const domain = await lockDomain(tx, organizationId, id);
      if (domain === null) throw createRefusal('not_found');
      const now = services.clock();
      const verifiedAt = domain.verifiedAt === null ? now : new Date(domain.verifiedAt);
      if (!(await updateDomain(tx, domain, { verifiedAt, checkedAt: now, missingSince: null })))
        throw createRefusal('invalid_state', { reason: 'domain_taken' }, REFUSAL_MESSAGES.domain_taken);
      if (domain.connectionId !== null) await enforce(tx, organizationId, domain.domain, domain.connectionId);
      if (domain.verifiedAt === null)
        await recordAction(tx, ctx, { action: 'domain.verified', subject: { id, name: domain.domain } });
    });
    return DONE;
  });

/** Chooses the connection that addresses of a domain sign in with; null for none. */
export const assignDomain = ownerProcedure
  .input(z.strictObject({ id: pathId, connectionId: pathId.nullable() }))
  .output(done)
  .mutation(async ({ ctx, input: { id, connectionId } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const domain = await lockDomain(tx, organizationId, id);
      if (domain === null) throw createRefusal('not_found');
      const stored = connectionId === null ? null : await readConnection(tx, organizationId, connectionId);
      if (connectionId !== null && stored === null) throw createRefusal('not_found');
      await updateDomain(tx, domain, { connectionId });
      if (connectionId !== null && domain.verifiedAt !== null)
        await enforce(tx, organizationId, domain.domain, connectionId);
      await recordAction(tx, ctx, {
        action: 'domain.assigned',
        subject: { id, name: domain.domain },
        details: { connection: stored?.connection.name ?? '–' },
      });
    });
    return DONE;
  });

/** Removes a domain. Its members stay, and sign in with passwords again. */
export const removeDomain = ownerProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx, input: { id } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const domain = await lockDomain(tx, organizationId, id);
      if (domain === null) throw createRefusal('not_found');
      await deleteDomain(tx, organizationId, id);
      await recordAction(tx, ctx, { action: 'domain.removed', subject: { id, name: domain.domain } });
    });
    return DONE;
  });

/**
 * If the connection is required, ends the password sessions of the domain's members, as when the requirement
 * was switched on.
 */
async function enforce(
  tx: Transaction,
  organizationId: string,
  domain: string,
  connectionId: string,
): Promise<void> {
  const stored = await readConnection(tx, organizationId, connectionId);
  if (stored?.connection.enforced !== true) return;
  if (!(await hasSecuredOwner(tx, organizationId)))
    throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.owner_unsecured);
  await endPasswordSessions(tx, organizationId, [domain]);
}

function createDomainRefusal(message: string) {
  return createInvalidRefusal([{ path: '/domain', message }]);
}
