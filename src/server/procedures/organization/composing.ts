import { z } from 'zod';
import { envelopeDefaults, ownBranding } from '#wire/organization.ts';
import { listAvailableMethods } from '#domain/envelope/means.ts';
import { AUTHENTICATION_METHODS } from '#domain/envelope/status.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { listEnabledProviders } from '#server/db/organizations/identity-providers.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/**
 * Returns what composing envelopes needs: the organization's defaults, its branding, and the ways in which
 * recipients can prove who they are.
 */
export const readComposing = sessionProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      defaults: envelopeDefaults,
      branding: ownBranding,
      methods: z.array(
        z.object({
          method: z.enum(AUTHENTICATION_METHODS),
          provider: z.object({ id: z.string(), name: z.string() }).nullable(),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const [organization, providers] = await Promise.all([
        readOrganization(tx, organizationId),
        listEnabledProviders(tx, organizationId),
      ]);
      return {
        defaults: organization.defaults,
        branding: buildBranding(services, organization),
        methods: listAvailableMethods(services.sms !== null, providers),
      };
    });
  });
