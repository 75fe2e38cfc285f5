import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { RETENTION_YEARS } from '#domain/organization/retention.ts';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import type { ReminderPolicy } from '#domain/envelope/graph.ts';
import { LEGAL_FRAMEWORKS } from '#domain/envelope/status.ts';
import type { Message } from '#domain/envelope/message.ts';
import { LIMITS } from '#domain/limits.ts';
import { buildMessageLimits, createdAt, id, moment, updatedAt } from './columns.ts';

export const organizations = pgTable(
  'organizations',
  {
    id: id(),
    name: text('name').notNull(),
    /**
     * The live organization that this is the test environment of; null for live ones. Triggers keep both in
     * step.
     */
    testOf: text('test_of').references((): AnyPgColumn => organizations.id),
    /** Defaults for new envelopes. */
    defaultLegalFramework: text('default_legal_framework', { enum: LEGAL_FRAMEWORKS })
      .notNull()
      .default(FIRST_DEFAULTS.legalFramework),
    defaultConsumerDisclosure: boolean('default_consumer_disclosure')
      .notNull()
      .default(FIRST_DEFAULTS.consumerDisclosure),
    defaultExpiryDays: integer('default_expiry_days'),
    defaultReminderPolicy: jsonb('default_reminder_policy').$type<ReminderPolicy>(),
    defaultCanDelegate: boolean('default_can_delegate').notNull().default(FIRST_DEFAULTS.canDelegate),
    defaultTextTags: boolean('default_text_tags').notNull().default(FIRST_DEFAULTS.textTags),
    /** Whether emails about completed envelopes carry the sealed PDF. */
    attachSealed: boolean('attach_sealed').notNull().default(false),
    /** Whether sealed PDFs become archivable (PDF/A-3u) if the document has what that takes. */
    makeArchivable: boolean('make_archivable').notNull().default(false),
    /** How long after they end envelopes are erased; null keeps them. */
    retentionYears: integer('retention_years'),
    accentColor: text('accent_color'),
    /** Whom emails about envelopes come from, instead of their sender, and where answers go. */
    mailSenderName: text('mail_sender_name'),
    mailReplyTo: text('mail_reply_to'),
    /** Stands at the end of these emails. */
    mailFooter: text('mail_footer'),
    /** What requests say whose sender wrote nothing. */
    mailMessage: jsonb('mail_message').$type<Message>(),
    /** The logo as it is served: SHA-256 of a PNG and its size in pixels. */
    logoSha256: text('logo_sha256'),
    logoWidth: integer('logo_width'),
    logoHeight: integer('logo_height'),
    /** The origins that may show pages in a frame and that sessions may return to. */
    embeddingOrigins: text('embedding_origins').array().notNull().default([]),
    /** Whether members without a second factor can do nothing but set one up. */
    requireSecondFactor: boolean('require_second_factor').notNull().default(false),
    /** The domains that new members' addresses may have; empty allows any. */
    memberDomains: text('member_domains').array().notNull().default([]),
    /** Whether members who don't administer see only envelopes of their own and of their private teams. */
    seeOwnOnly: boolean('see_own_only').notNull().default(false),
    /** Whether all agents must ask first, whatever the people who authorized them allowed. */
    agentsAskFirst: boolean('agents_ask_first').notNull().default(false),
    /**
     * Set when the operator suspends the organization: nothing is sent, and links, keys and agents don't
     * work.
     */
    suspendedAt: moment('suspended_at'),
    suspensionReason: text('suspension_reason'),
    /** Names that the operator approved although they resemble those of well-known services. */
    approvedNames: text('approved_names').array().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('organizations_test_of').on(table.testOf),
    check('organizations_accent_color', sql`${table.accentColor} ~ '^#[0-9a-f]{6}$'`),
    check(
      'organizations_logo',
      sql`num_nonnulls(${table.logoSha256}, ${table.logoWidth}, ${table.logoHeight}) in (0, 3)
        and ${table.logoSha256} ~ '^[0-9a-f]{64}$' and ${table.logoWidth} > 0 and ${table.logoHeight} > 0`,
    ),
    check(
      'organizations_default_disclosure',
      sql`not ${table.defaultConsumerDisclosure} or ${table.defaultLegalFramework} = 'esign_ueta'`,
    ),
    check(
      'organizations_suspension',
      sql`(${table.suspendedAt} is null) = (${table.suspensionReason} is null)`,
    ),
    check(
      'organizations_retention',
      sql.raw(`retention_years between ${RETENTION_YEARS.min} and ${RETENTION_YEARS.max}`),
    ),
    check(
      'organizations_mail',
      sql`char_length(${table.mailSenderName}) between 1 and ${sql.raw(String(LIMITS.mailSenderNameMaxChars))}
        and char_length(${table.mailFooter}) between 1 and ${sql.raw(String(LIMITS.mailFooterMaxChars))}`,
    ),
    check('organizations_mail_message', buildMessageLimits(table.mailMessage)),
    check('organizations_default_expiry', sql`${table.defaultExpiryDays} between 1 and 365`),
  ],
);
