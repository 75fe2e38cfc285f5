import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { erasure, holdInput, legalHold, retentionRule } from '#wire/retention.ts';
import { lockEnvelope } from '#server/db/envelopes/envelopes.ts';
import {
  lockOrganization,
  readOrganization,
  updateRetention,
} from '#server/db/organizations/organizations.ts';
import { deleteHold, insertHold, listErasures, listHolds } from '#server/db/organizations/retention.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

/**
 * Returns the retention rule, the legal holds (or the one on a given envelope), and what remains of erased
 * envelopes, newest first.
 */
export const getRetention = adminProcedure
  .input(z.strictObject({ envelopeId: z.string().optional() }))
  .output(retentionRule.extend({ holds: z.array(legalHold), erasures: z.array(erasure) }))
  .query(async ({ ctx: { services, member }, input: { envelopeId } }) => {
    const { organizationId } = member;
    const limit = LIMITS.listLimitMax;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const [{ retentionYears }, holds, erasures] = await Promise.all([
        readOrganization(tx, organizationId),
        listHolds(tx, organizationId, { envelopeId, limit }),
        listErasures(tx, organizationId, { after: null, limit }),
      ]);
      return {
        years: retentionYears,
        holds: holds.map(({ organizationId: _id, ...hold }) => ({
          ...hold,
          placedAt: hold.placedAt.toISOString(),
        })),
        erasures: erasures.map(({ organizationId: _id, ...one }) => ({
          ...one,
          erasedAt: one.erasedAt.toISOString(),
        })),
      };
    });
  });

/** Changes how many years after their end envelopes are erased. */
export const changeRetention = adminProcedure
  .input(retentionRule)
  .output(retentionRule)
  .mutation(async ({ ctx, input: { years } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name, retentionYears: before } = await lockOrganization(tx, organizationId);
      if (before === years) return;
      await updateRetention(tx, organizationId, years, services.clock());
      const formatYears = (value: number | null): string => (value === null ? 'none' : `${value} years`);
      await recordAction(tx, ctx, {
        action: 'retention.changed',
        subject: { id: organizationId, name },
        details: { from: formatYears(before), to: formatYears(years) },
      });
    });
    return { years };
  });

/**
 * Places a legal hold, which keeps an envelope from being erased until it is released. Refuses with
 * `not_found`.
 */
export const placeHold = adminProcedure
  .input(holdInput)
  .output(z.strictObject({}))
  .mutation(async ({ ctx, input: { envelopeId, reason } }) => {
    const { services, member, session } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const envelope = await lockEnvelope(tx, organizationId, envelopeId);
      if (envelope === null) throw createRefusal('not_found');
      const placed = { placedBy: session.user.name, placedAt: services.clock() };
      await insertHold(tx, { envelopeId, organizationId, reason, ...placed });
      const subject = { id: envelopeId, name: envelope.displayName };
      await recordAction(tx, ctx, { action: 'legal_hold.placed', subject, details: { reason } });
    });
    return {};
  });

/** Releases a legal hold. Refuses with `not_found` if there is none. */
export const releaseHold = adminProcedure
  .input(z.strictObject({ envelopeId: z.string() }))
  .output(z.strictObject({}))
  .mutation(async ({ ctx, input: { envelopeId } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const envelope = await lockEnvelope(tx, organizationId, envelopeId);
      if (envelope === null || !(await deleteHold(tx, organizationId, envelopeId)))
        throw createRefusal('not_found');
      const subject = { id: envelopeId, name: envelope.displayName };
      await recordAction(tx, ctx, { action: 'legal_hold.released', subject });
    });
    return {};
  });
