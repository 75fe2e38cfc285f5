import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { erasure, holdInput, legalHold, personErasure, retentionRule } from '#wire/retention.ts';
import { emailAddress } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockEnvelope } from '#server/db/envelopes/envelopes.ts';
import {
  lockOrganization,
  readOrganization,
  updateRetention,
} from '#server/db/organizations/organizations.ts';
import {
  deleteHold,
  eraseEnvelope,
  erasePersonFrom,
  type ErasureObstacle,
  forgetContact,
  insertHold,
  listErasures,
  listHolds,
  listPersonEnvelopes,
} from '#server/db/organizations/retention.ts';
import { forgetSignerPasskeys } from '#server/db/organizations/signer-passkeys.ts';
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

/**
 * Erases an envelope that has ended, with its documents. Refuses with `not_found`, and with `invalid_state`
 * while the envelope is open or under a legal hold.
 */
export const eraseEnvelopeNow = adminProcedure
  .input(z.strictObject({ envelopeId: z.string() }))
  .output(z.strictObject({}))
  .mutation(async ({ ctx, input: { envelopeId } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const envelope = await lockEnvelope(tx, organizationId, envelopeId);
      if (envelope === null) throw createRefusal('not_found');
      const erasure = { id: services.newId('erasure'), reason: 'request', at: services.clock() } as const;
      const obstacle = await eraseEnvelope(tx, envelopeId, erasure);
      if (obstacle !== null)
        throw createRefusal(
          'invalid_state',
          { status: envelope.status, reason: obstacle },
          WHY_NOT[obstacle],
        );
      const subject = { id: envelopeId, name: envelopeId };
      await recordAction(tx, ctx, { action: 'envelope.erased', subject, details: { reason: 'request' } });
    });
    return {};
  });

/**
 * Erases a person from the address book and from every envelope that has ended, each in its own transaction.
 * Open and held envelopes keep the person; the counts say how many there are. Repeating the call continues
 * where it stopped.
 */
export const erasePerson = adminProcedure
  .input(z.strictObject({ email: emailAddress }))
  .output(personErasure)
  .mutation(async ({ ctx, input: { email } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const scope = { organizationId };
    // Includes envelopes of private teams that the caller may not see.
    const db = { ...services.db, viewerId: null };
    const counts = { erased: 0, held: 0, open: 0 };
    const found = await transaction(db, scope, (tx) => listPersonEnvelopes(tx, organizationId, email));
    for (const envelopeId of found) {
      const at = services.clock();
      const obstacle = await transaction(db, scope, (tx) => erasePersonFrom(tx, envelopeId, { email, at }));
      counts[OUTCOMES[obstacle ?? 'erased']] += 1;
    }
    await transaction(db, scope, async (tx) => {
      await forgetContact(tx, organizationId, email);
      await forgetSignerPasskeys(tx, email);
      // Leaves out the address, because that is what was to be erased.
      const details = Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [name, String(count)]),
      );
      await recordAction(tx, ctx, {
        action: 'person.erased',
        subject: { id: null, name: `${counts.erased}` },
        details,
      });
    });
    return counts;
  });

/** The envelope is locked, so `gone` can't occur here. */
const WHY_NOT = {
  held: REFUSAL_MESSAGES.envelope_held,
  open: REFUSAL_MESSAGES.envelope_not_ended,
  gone: undefined,
} as const satisfies Record<ErasureObstacle, string | undefined>;

/** An envelope that was erased in the meantime contains nothing about the person. */
const OUTCOMES = { erased: 'erased', gone: 'erased', held: 'held', open: 'open' } as const satisfies Record<
  ErasureObstacle | 'erased',
  string
>;
