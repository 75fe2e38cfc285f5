import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { personErasure } from '#wire/retention.ts';
import { emailAddress } from '#wire/text.ts';
import { lockEnvelope } from '#server/db/envelopes/envelopes.ts';
import {
  eraseEnvelope,
  erasePersonFrom,
  forgetContact,
  listPersonEnvelopes,
  type ErasureObstacle,
} from '#server/db/organizations/retention.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { adminProcedure } from '#server/trpc/audience.ts';

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
    // Includes envelopes of private teams, whoever asks.
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
