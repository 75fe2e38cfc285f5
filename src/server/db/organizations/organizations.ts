import { eq } from 'drizzle-orm';
import type { MailIdentity } from '#domain/organization/mail-identity.ts';
import {
  type EnvelopeDefaults,
  type EnvelopeSettings,
  FIRST_DEFAULTS,
} from '#domain/organization/defaults.ts';
import type { MembershipRules } from '#domain/organization/membership-rules.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { organizations } from '#server/db/schema/organizations.ts';
import { teams } from '#server/db/schema/teams.ts';

export type Organization = {
  readonly id: string;
  readonly name: string;
  /** The live organization that this test environment belongs to. Null if this organization is live. */
  readonly testOf: string | null;
  readonly defaults: EnvelopeDefaults;
  readonly attachSealed: boolean;
  readonly makeArchivable: boolean;
  /** The number of years after which ended envelopes are erased. Null keeps them. */
  readonly retentionYears: number | null;
  readonly accentColor: string | null;
  /** The origins that may show pages in a frame and that sessions may return to. */
  readonly embeddingOrigins: readonly string[];
  readonly membership: MembershipRules;
  /** Whether everything that agents prepare must be sent by a person. */
  readonly agentsAskFirst: boolean;
  readonly suspendedAt: Date | null;
  readonly approvedNames: readonly string[];
  readonly mail: MailIdentity;
  /** The logo as it is served: its SHA-256, and its size in pixels. */
  readonly logo: { readonly sha256: string; readonly width: number; readonly height: number } | null;
};
export type Branding = Pick<Organization, 'accentColor' | 'logo' | 'mail'>;

/** Returns the transaction's organization. */
export async function readOrganization(tx: Transaction, id: string): Promise<Organization> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id));
  return toOrganization(id, row);
}

/**
 * Returns and locks the organization, so that concurrent changes and additions that have a limit wait for
 * each other.
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<Organization> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  return toOrganization(id, row);
}

/** Returns and locks the transaction's organization. Null if there is none with this identifier. */
export async function findOrganization(tx: Transaction, id: string): Promise<Organization | null> {
  const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  return row === undefined ? null : toOrganization(id, row);
}

function toOrganization(id: string, row: typeof organizations.$inferSelect | undefined): Organization {
  if (row === undefined) throw new Error(`organization ${id} does not exist`);
  return {
    id,
    name: row.name,
    testOf: row.testOf,
    defaults: {
      legalFramework: row.defaultLegalFramework,
      consumerDisclosure: row.defaultConsumerDisclosure,
      expiryDays: row.defaultExpiryDays,
      reminderPolicy: row.defaultReminderPolicy,
      canDelegate: row.defaultCanDelegate,
      textTags: row.defaultTextTags,
    },
    attachSealed: row.attachSealed,
    makeArchivable: row.makeArchivable,
    retentionYears: row.retentionYears,
    accentColor: row.accentColor,
    embeddingOrigins: row.embeddingOrigins,
    suspendedAt: row.suspendedAt,
    approvedNames: row.approvedNames,
    agentsAskFirst: row.agentsAskFirst,
    membership: {
      requireSecondFactor: row.requireSecondFactor,
      domains: row.memberDomains,
      seeOwnOnly: row.seeOwnOnly,
    },
    mail: {
      senderName: row.mailSenderName,
      replyTo: row.mailReplyTo,
      footer: row.mailFooter,
      message: row.mailMessage,
    },
    logo: toLogo(row),
  };
}

function toLogo(row: typeof organizations.$inferSelect): Organization['logo'] {
  const { logoSha256: sha256, logoWidth: width, logoHeight: height } = row;
  return sha256 === null || width === null || height === null ? null : { sha256, width, height };
}

/** Inserts an organization with its first team. */
export async function insertOrganization(
  tx: Transaction,
  organization: { readonly id: string; readonly name: string; readonly testOf?: string },
  team: { readonly id: string; readonly name: string },
  now: Date,
): Promise<void> {
  const { expiryDays: defaultExpiryDays, reminderPolicy: defaultReminderPolicy } = FIRST_DEFAULTS;
  await tx.insert(organizations).values({
    ...organization,
    defaultExpiryDays,
    defaultReminderPolicy,
    createdAt: now,
    updatedAt: now,
  });
  await tx.insert(teams).values({ ...team, organizationId: organization.id, createdAt: now });
}

/** Returns the test environment of the transaction's organization. Null if it has none. */
export async function findTestEnvironment(tx: Transaction, organizationId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.testOf, organizationId));
  return row?.id ?? null;
}

/** Renames the transaction's organization. */
export async function renameOrganization(
  tx: Transaction,
  id: string,
  name: string,
  now: Date,
): Promise<void> {
  await tx.update(organizations).set({ name, updatedAt: now }).where(eq(organizations.id, id));
}

/** Updates the branding of the transaction's organization. */
export async function updateBranding(
  tx: Transaction,
  id: string,
  { accentColor, logo, mail }: Branding,
  now: Date,
): Promise<void> {
  await tx
    .update(organizations)
    .set({
      accentColor,
      logoSha256: logo?.sha256 ?? null,
      logoWidth: logo?.width ?? null,
      logoHeight: logo?.height ?? null,
      mailSenderName: mail.senderName,
      mailReplyTo: mail.replyTo,
      mailFooter: mail.footer,
      mailMessage: mail.message,
      updatedAt: now,
    })
    .where(eq(organizations.id, id));
}

/** Updates the defaults of the transaction's organization. */
export async function updateDefaults(
  tx: Transaction,
  id: string,
  defaults: EnvelopeSettings,
  now: Date,
): Promise<void> {
  await tx
    .update(organizations)
    .set({
      defaultLegalFramework: defaults.legalFramework,
      defaultConsumerDisclosure: defaults.consumerDisclosure,
      defaultExpiryDays: defaults.expiryDays,
      defaultReminderPolicy: defaults.reminderPolicy,
      defaultCanDelegate: defaults.canDelegate,
      defaultTextTags: defaults.textTags,
      attachSealed: defaults.attachSealed,
      makeArchivable: defaults.makeArchivable,
      updatedAt: now,
    })
    .where(eq(organizations.id, id));
}

/** Replaces the retention rule of the transaction's organization. */
export async function updateRetention(
  tx: Transaction,
  id: string,
  retentionYears: number | null,
  now: Date,
): Promise<void> {
  await tx.update(organizations).set({ retentionYears, updatedAt: now }).where(eq(organizations.id, id));
}

/** Replaces the origins that may show pages of the transaction's organization. */
export async function updateEmbeddingOrigins(
  tx: Transaction,
  id: string,
  origins: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .update(organizations)
    .set({ embeddingOrigins: [...origins], updatedAt: now })
    .where(eq(organizations.id, id));
}

/** Sets whether all agents of the transaction's organization ask first. */
export async function updateAgentRules(
  tx: Transaction,
  id: string,
  agentsAskFirst: boolean,
  now: Date,
): Promise<void> {
  await tx.update(organizations).set({ agentsAskFirst, updatedAt: now }).where(eq(organizations.id, id));
}

/** Replaces the membership rules of the transaction's organization. */
export async function updateMembershipRules(
  tx: Transaction,
  id: string,
  { requireSecondFactor, domains, seeOwnOnly }: MembershipRules,
  now: Date,
): Promise<void> {
  await tx
    .update(organizations)
    .set({ requireSecondFactor, memberDomains: [...domains], seeOwnOnly, updatedAt: now })
    .where(eq(organizations.id, id));
}
