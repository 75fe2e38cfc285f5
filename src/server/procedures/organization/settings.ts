import { z } from 'zod';
import { listAvailableMethods } from '#domain/envelope/authentication.ts';
import { AUTHENTICATION_METHODS, UNAVAILABLE_FRAMEWORKS } from '#domain/envelope/status.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { type EnvelopeSettings, validateDefaults } from '#domain/organization/defaults.ts';
import type { MembershipRules } from '#domain/organization/membership-rules.ts';
import { QUOTA_NAMES, type QuotaName, QUOTAS } from '#domain/organization/sending/quotas.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { membershipRules } from '#wire/member.ts';
import { envelopeDefaults, envelopeSettings } from '#wire/organization.ts';
import { brandingSchema } from '#wire/signer-view.ts';
import { embedding, embeddingInput } from '#wire/page-session.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { countActiveKeys } from '#server/db/organizations/api-keys.ts';
import { listEnabledProviders } from '#server/db/organizations/identity-providers.ts';
import {
  lockOrganization,
  type Organization,
  readOrganization,
  updateDefaults,
  updateEmbeddingOrigins,
  updateMembershipRules,
} from '#server/db/organizations/organizations.ts';
import { countStoredMegabytes, readQuotas } from '#server/db/organizations/quota-uses.ts';
import { buildBranding } from '#server/organizations/branding.ts';
import type { Services } from '#server/runtime/services.ts';
import { recordAction } from '#server/trpc/administration.ts';
import {
  adminProcedure,
  memberProcedure,
  ownerProcedure,
  requireLive,
  sessionProcedure,
} from '#server/trpc/audience.ts';

/** Returns the defaults of new envelopes. */
export const getDefaults = adminProcedure
  .input(z.strictObject({}))
  .output(envelopeSettings)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) =>
      readSettings(await readOrganization(tx, organizationId)),
    );
  });

/**
 * Changes the defaults of new envelopes. Refuses an unavailable framework with `legal_framework_unavailable`.
 */
export const changeDefaults = adminProcedure
  .input(envelopeSettings)
  .output(envelopeSettings)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    if (UNAVAILABLE_FRAMEWORKS.includes(input.legalFramework))
      throw createRefusal('legal_framework_unavailable', { legalFramework: input.legalFramework });
    const issues = validateDefaults(input);
    if (issues.length > 0) throw createInvalidRefusal(issues);
    await transaction(services.db, { organizationId }, async (tx) => {
      const before = await lockOrganization(tx, organizationId);
      const details = listChanges(readSettings(before), input);
      if (Object.keys(details).length === 0) return;
      await updateDefaults(tx, organizationId, input, services.clock());
      const subject = { id: organizationId, name: before.name };
      await recordAction(tx, ctx, { action: 'organization.defaults_changed', subject, details });
    });
    return input;
  });

/** Returns what the organization requires of its members. */
export const getMembershipRules = adminProcedure
  .input(z.strictObject({}))
  .output(membershipRules)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const { membership } = await transaction(services.db, { organizationId }, (tx) =>
      readOrganization(tx, organizationId),
    );
    return { ...membership, domains: [...membership.domains] };
  });

/**
 * Changes what the organization requires of its members. Existing members stay. Only someone who signed in
 * with a second factor can require one, so that nobody locks themselves out.
 */
export const changeMembershipRules = ownerProcedure
  .input(membershipRules.partial())
  .output(done)
  .mutation(async ({ ctx, input }) => {
    const { services, member, session } = ctx;
    requireLive(member);
    const { organizationId } = member;
    await transaction(services.db, { organizationId }, async (tx) => {
      const { name, membership: before } = await lockOrganization(tx, organizationId);
      const after: MembershipRules = {
        requireSecondFactor: input.requireSecondFactor ?? before.requireSecondFactor,
        domains: input.domains === undefined ? before.domains : [...new Set(input.domains)].sort(),
        seeOwnOnly: input.seeOwnOnly ?? before.seeOwnOnly,
      };
      if (after.requireSecondFactor && !before.requireSecondFactor && !session.hasSecondFactor)
        throw createRefusal('invalid_state', undefined, REFUSAL_MESSAGES.second_factor_first);
      const [from, to] = [describeRules(before), describeRules(after)];
      if (from === to) return;
      await updateMembershipRules(tx, organizationId, after, services.clock());
      const subject = { id: organizationId, name };
      await recordAction(tx, ctx, {
        action: 'organization.membership_rules_changed',
        subject,
        details: { from, to },
      });
    });
    return DONE;
  });

const openapi = { path: '/api/v1/embedding' as const, tags: ['Embedding'] };

/** Returns the origins that may show pages in a frame. */
export const getEmbedding = memberProcedure('read')
  .meta({
    openapi: {
      ...openapi,
      method: 'GET',
      summary: 'Get the registered origins',
      description: 'Returns the origins that may show pages in a frame, in alphabetical order.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(embedding)
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => ({
      origins: [...(await readOrganization(tx, organizationId)).embeddingOrigins],
    }));
  });

/** Replaces the origins that may show pages in a frame. */
export const changeEmbedding = memberProcedure('administer')
  .meta({
    openapi: {
      ...openapi,
      method: 'PUT',
      summary: 'Register origins',
      description:
        'Replaces the origins of your application. Pages that were opened for a removed origin stop working.',
    },
    rest: { errors: [] },
  })
  .input(embeddingInput)
  .output(embedding)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const origins = [...new Set(input.origins)].sort();
    return await transaction(services.db, { organizationId }, async (tx) => {
      const { name, embeddingOrigins: before } = await lockOrganization(tx, organizationId);
      if (before.join() !== origins.join()) {
        await updateEmbeddingOrigins(tx, organizationId, origins, services.clock());
        await recordAction(tx, ctx, {
          action: 'organization.embedding_changed',
          subject: { id: organizationId, name },
          details: { from: before.join(', ') || 'none', to: origins.join(', ') || 'none' },
        });
      }
      return { origins };
    });
  });

/**
 * Returns what composing envelopes needs: the organization's defaults, its branding, the ways in which
 * recipients can prove who they are, and whether an application of its own may show them documents.
 */
export const readComposing = sessionProcedure
  .input(z.strictObject({}))
  .output(
    z.object({
      defaults: envelopeDefaults,
      branding: brandingSchema,
      canEmbed: z.boolean(),
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
        canEmbed: organization.embeddingOrigins.length > 0,
        methods: listAvailableMethods(services.sms !== null, providers),
      };
    });
  });

export const quotasSchema = z.array(
  z.object({
    name: z.enum(QUOTA_NAMES),
    per: z.enum(['day', 'total']),
    used: z.number(),
    limit: z.number().meta({ examples: [10_000] }),
  }),
);

/** Returns the organization's quotas and how much of them was used, today or in total. */
export const getQuotas = adminProcedure
  .input(z.strictObject({}))
  .output(z.object({ items: quotasSchema }))
  .query(async ({ ctx: { services, member } }) => ({
    items: await listQuotas(services, member.organizationId),
  }));

/** Returns an organization's quotas with their usage, in the order of the quota table. */
export async function listQuotas(
  services: Services,
  organizationId: string,
): Promise<z.infer<typeof quotasSchema>> {
  const now = services.clock();
  const [quotas, apiKeys, storage] = await transaction(services.db, { organizationId }, async (tx) => [
    await readQuotas(tx, services.config.quotas, organizationId, now),
    await countActiveKeys(tx, organizationId, now),
    await countStoredMegabytes(tx),
  ]);
  const kept: Partial<Record<QuotaName, number>> = { apiKeys, storage };
  return QUOTA_NAMES.map((name) => {
    const { used, limit } = quotas.get(name) ?? { used: 0, limit: services.config.quotas[name] };
    return { name, per: QUOTAS[name].per, used: kept[name] ?? used, limit };
  });
}

function readSettings({ defaults, attachSealed, makeArchivable }: Organization): EnvelopeSettings {
  return { ...defaults, attachSealed, makeArchivable };
}

/** Returns the changed settings as short texts. */
function listChanges(before: EnvelopeSettings, after: EnvelopeSettings): Record<string, string> {
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
  attachSealed,
  makeArchivable,
}: EnvelopeSettings) {
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
    attachSealed: attachSealed ? 'yes' : 'no',
    makeArchivable: makeArchivable ? 'yes' : 'no',
  };
  return parts;
}

function describeRules({ requireSecondFactor, domains, seeOwnOnly }: MembershipRules): string {
  const factor = requireSecondFactor ? 'second factor required' : 'no second factor required';
  const seen = seeOwnOnly ? 'members see their own envelopes' : 'members see all envelopes';
  return `${factor}; ${domains.length === 0 ? 'any domain' : domains.join(', ')}; ${seen}`;
}
