import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { signInConnections } from './sign-in-connections.ts';

/**
 * Domains of email addresses. Several organizations can request the same domain, but only one can have it
 * verified.
 */
export const emailDomains = pgTable(
  'email_domains',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    domain: text('domain').notNull(),
    token: text('token').notNull(),
    connectionId: text('connection_id'),
    verifiedAt: moment('verified_at'),
    checkedAt: moment('checked_at'),
    missingSince: moment('missing_since'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('email_domains_of_organization').on(table.organizationId, table.domain),
    uniqueIndex('email_domains_verified')
      .on(table.domain)
      .where(sql`${table.verifiedAt} is not null`),
    index('email_domains_due')
      .on(table.checkedAt)
      .where(sql`${table.verifiedAt} is not null`),
    ownReference('email_domains_connection', table, table.connectionId, signInConnections),
  ],
);
