import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { SENDER_EMAILS } from '#domain/account/sender-emails.ts';
import { ROLES } from '#domain/organization/role.ts';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

export const memberships = pgTable(
  'memberships',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: createdAt(),
    /** When the person last chose this organization. Their next sign-in opens the one they chose last. */
    enteredAt: moment('entered_at'),
    /** The emails about their own envelopes that the person has turned off. */
    mutedEmails: text('muted_emails', { enum: SENDER_EMAILS }).array().notNull().default([]),
    /** When the next weekly digest is due; a trigger sets the first one. */
    digestAt: moment('digest_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user').on(table.userId),
    index('memberships_digest').on(table.digestAt),
    check('memberships_role', sql`${table.role} in ('owner', 'admin', 'member', 'viewer')`),
    check('memberships_muted_emails', sql.raw(`muted_emails <@ array['${SENDER_EMAILS.join("', '")}']`)),
  ],
);
