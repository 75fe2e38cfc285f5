import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ROLES } from '#domain/organization/role.ts';
import { apiKeys } from './api-keys.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/**
 * Invitations to an organization. An address has at most one open invitation; resending replaces its link.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Number of the current link; earlier ones are invalid. */
    epoch: integer('epoch').notNull(),
    /** SHA-256 of the current link's token in hex. */
    tokenHash: text('token_hash').notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    /** The API key that they used. Revoking it revokes the invitation. Null if they used none. */
    invitedWith: text('invited_with'),
    createdAt: createdAt(),
    sentAt: moment('sent_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    acceptedBy: text('accepted_by').references(() => users.id),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('invitations_invited_with', table, table.invitedWith, apiKeys),
    index('invitations_invited_with').on(table.invitedWith),
    uniqueIndex('invitations_token_hash').on(table.organizationId, table.tokenHash),
    // The organization is only known once the invitation has been found.
    index('invitations_token_hash_alone').on(table.tokenHash),
    uniqueIndex('invitations_open')
      .on(table.organizationId, sql`lower(${table.email})`)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
    check('invitations_role', sql`${table.role} in ('owner', 'admin', 'member', 'viewer')`),
    check('invitations_end', sql`${table.acceptedAt} is null or ${table.revokedAt} is null`),
  ],
);
