import { z } from 'zod';
import { envelopeDefaults, ownBranding } from '#wire/organization.ts';
import { brandingOf } from '#server/organizations/branding.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/** Returns the organization's defaults and branding for composing envelopes. */
export const readComposing = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ defaults: envelopeDefaults, branding: ownBranding }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const organization = await readOrganization(tx, organizationId);
      return { defaults: organization.defaults, branding: brandingOf(services, organization) };
    });
  });
