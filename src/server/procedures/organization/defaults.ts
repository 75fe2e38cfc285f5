import { z } from 'zod';
import { UNAVAILABLE_FRAMEWORKS } from '#domain/envelope/status.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { validateDefaults, type EnvelopeDefaults } from '#domain/organization/defaults.ts';
import { envelopeDefaults } from '#wire/organization.ts';
import {
  lockOrganization,
  readOrganization,
  updateDefaults,
} from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { adminProcedure } from '#server/trpc/audience.ts';
import { recordAction } from '#server/trpc/administration.ts';

/** Returns the defaults of new envelopes. */
export const getDefaults = adminProcedure
  .input(z.strictObject({}))
  .output(envelopeDefaults)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(
      services.db,
      { organizationId },
      async (tx) => (await readOrganization(tx, organizationId)).defaults,
    );
  });

/**
 * Changes the defaults of new envelopes. Refuses an unavailable framework with `legal_framework_unavailable`.
 */
export const changeDefaults = adminProcedure
  .input(envelopeDefaults)
  .output(envelopeDefaults)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    if (UNAVAILABLE_FRAMEWORKS.includes(input.legalFramework))
      throw createRefusal('legal_framework_unavailable', { legalFramework: input.legalFramework });
    const issues = validateDefaults(input);
    if (issues.length > 0) throw createInvalidRefusal(issues);
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name, defaults } = await lockOrganization(tx, organizationId);
      const details = listChanges(defaults, input);
      if (Object.keys(details).length === 0) return;
      await updateDefaults(tx, organizationId, input, services.clock());
      const subject = { id: organizationId, name };
      await recordAction(tx, ctx, { action: 'organization.defaults_changed', subject, details });
    });
    return input;
  });

/** Returns the changed settings as short texts. */
function listChanges(before: EnvelopeDefaults, after: EnvelopeDefaults): Record<string, string> {
  const [old, now] = [describeDefaults(before), describeDefaults(after)];
  return Object.fromEntries(Object.entries(now).filter(([part, text]) => old[part] !== text));
}

function describeDefaults({
  legalFramework,
  consumerDisclosure,
  expiryDays,
  reminderPolicy,
  canDelegate,
  textTags,
}: EnvelopeDefaults) {
  const parts: Record<string, string> = {
    legalFramework,
    consumerDisclosure: consumerDisclosure ? 'yes' : 'no',
    expiry: expiryDays === null ? 'none' : `${expiryDays} days`,
    reminders:
      reminderPolicy === null
        ? 'none'
        : `after ${reminderPolicy.firstAfterDays}, every ${reminderPolicy.everyDays}, at most ${reminderPolicy.maxReminders}`,
    delegation: canDelegate ? 'yes' : 'no',
    textTags: textTags ? 'yes' : 'no',
  };
  return parts;
}
