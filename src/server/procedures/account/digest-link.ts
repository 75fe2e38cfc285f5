import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { readDigestToken, type DigestClaims } from '#server/crypto/tokens/digest-token.ts';
import { muteEmail, readMutedEmails } from '#server/db/accounts/notifications.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/runtime/services.ts';
import { visitorProcedure } from '#server/trpc/audience.ts';

const token = z.string().max(1024);
const state = z.object({ organizationName: z.string(), isOn: z.boolean() });

/**
 * Returns which digest a link turns off; null if the link doesn't work. Checking changes nothing, because
 * mail scanners open links too.
 */
export const checkDigestLink = visitorProcedure
  .input(z.strictObject({ token }))
  .output(state.nullable())
  .query(async ({ ctx: { services }, input }) => {
    const claims = readClaims(services, input.token);
    if (claims === null) return null;
    return await transaction(services.db, { organizationId: claims.org }, async (tx) => {
      const muted = await readMutedEmails(tx, claims.org, claims.user);
      if (muted === null) return null;
      const { name } = await readOrganization(tx, claims.org);
      return { organizationName: name, isOn: !muted.includes('digest') };
    });
  });

/** Turns a member's weekly digest off or on for whoever has its link. */
export const switchDigest = visitorProcedure
  .input(z.strictObject({ token, on: z.boolean() }))
  .output(z.object({ isOn: z.boolean() }))
  .mutation(async ({ ctx: { services }, input }) => {
    await switchDigestByLink(services, input.token, input.on);
    return { isOn: input.on };
  });

/** Turns the digest of a link off or on. Refuses with `unauthorized`. */
export async function switchDigestByLink(services: Services, text: string, on: boolean): Promise<void> {
  const claims = readClaims(services, text);
  const isMember =
    claims !== null &&
    (await transaction(services.db, { organizationId: claims.org }, (tx) =>
      muteEmail(tx, { organizationId: claims.org, userId: claims.user, email: 'digest', muted: !on }),
    ));
  if (!isMember) throw createRefusal('unauthorized', undefined, 'This link is invalid or has expired.');
}

function readClaims({ config, clock }: Services, text: string): DigestClaims | null {
  return readDigestToken(text, config.secretKeys, clock());
}
