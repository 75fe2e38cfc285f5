import { z } from 'zod';
import { envelopeDefaults, ownBranding } from '#wire/organization.ts';
import { brandingOf } from '#server/branding.ts';
import { readOrganization } from '#server/db/organizations.ts';
import { within } from '#server/db/transaction.ts';
import { attending } from '#server/trpc/audience.ts';

/** What whoever composes an envelope sees of their organization: what it begins envelopes with, and how it shows itself. */
export const readComposing = attending
  .input(z.strictObject({}))
  .output(z.object({ defaults: envelopeDefaults, branding: ownBranding }))
  .query(async ({ ctx: { world, member } }) => {
    const { organizationId } = member;
    return await within(world.db, { organizationId }, async (tx) => {
      const organization = await readOrganization(tx, organizationId);
      return { defaults: organization.defaults, branding: brandingOf(world, organization) };
    });
  });
