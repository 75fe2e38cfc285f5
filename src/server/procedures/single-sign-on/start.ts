import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { getEmailDomain } from '#domain/organization/identity/single-sign-on.ts';
import { emailAddress } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readConnection } from '#server/db/single-sign-on/connections.ts';
import { findVerifiedDomain } from '#server/db/single-sign-on/email-domains.ts';
import { findHeldLock } from '#server/procedures/auth/held-lock.ts';
import { attemptProcedure } from '#server/trpc/audience.ts';
import { beginAttempt } from './begin.ts';

/**
 * Starts a sign-in with the identity provider of an address's organization. Only the domain of the address
 * decides which one that is.
 */
export const startSingleSignOn = attemptProcedure
  .input(
    z.strictObject({
      email: emailAddress,
      /** A path on this server. */
      next: z
        .string()
        .max(LIMITS.returnUrlMaxChars)
        .regex(/^\/(?![/\\])[^\p{Cc}\\]*$/u),
    }),
  )
  .output(z.object({ url: z.string() }))
  .mutation(async ({ ctx, input: { email, next } }) => {
    const { db } = ctx.services;
    // Whoever was handed the device could use the owner's session at the provider.
    if ((await findHeldLock(ctx)) !== null) throw createRefusal('forbidden');
    const emailDomain = getEmailDomain(email);
    if (emailDomain === null) throw createUnknownDomainRefusal();
    const found = await transaction(db, { emailDomain }, (tx) => findVerifiedDomain(tx, emailDomain));
    if (found === null || found.connectionId === null) throw createUnknownDomainRefusal();
    const { organizationId, connectionId } = found;
    const stored = await transaction(db, { organizationId }, (tx) =>
      readConnection(tx, organizationId, connectionId),
    );
    if (stored === null || !stored.connection.enabled) throw createUnknownDomainRefusal();
    return { url: await beginAttempt(ctx, stored, { purpose: 'sign_in', next }) };
  });

function createUnknownDomainRefusal() {
  return createInvalidRefusal([{ path: '/email', message: "isn't set up for single sign-on" }]);
}
