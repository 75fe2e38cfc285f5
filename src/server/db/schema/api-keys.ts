import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { KEY_SCOPES, type KeyScope } from '#domain/organization/key-scope.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';

export const apiKeys = pgTable(
  'api_keys',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    teamId: text('team_id').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    /** The key that created this one. Revoking it revokes this one too. Null if a person created this key. */
    createdWith: text('created_with'),
    name: text('name').notNull(),
    /** The key's SHA-256 in hex. The key itself is shown once and not stored. */
    hash: text('hash').notNull(),
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<KeyScope[]>().notNull(),
    /** Addresses and CIDR ranges that the key can be used from. Null: from anywhere. */
    allowedNetworks: text('allowed_networks').array(),
    expiresAt: moment('expires_at'),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('api_keys_team', table, table.teamId, teams),
    ownReference('api_keys_created_with', table, table.createdWith, table),
    uniqueIndex('api_keys_hash').on(table.organizationId, table.hash),
    // The organization isn't known until the key has been found.
    index('api_keys_hash_alone').on(table.hash),
    index('api_keys_created_with').on(table.createdWith),
    check(
      'api_keys_scopes',
      sql`${table.scopes} <@ array[${sql.raw(KEY_SCOPES.map((scope) => `'${scope}'`).join(', '))}]::text[]`,
    ),
    check(
      'api_keys_networks',
      sql`${table.allowedNetworks} is null or cardinality(${table.allowedNetworks}) between 1 and ${sql.raw(String(LIMITS.keyNetworksMax))}`,
    ),
  ],
);
