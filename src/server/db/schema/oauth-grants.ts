import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { GRANT_ENDS } from '#domain/organization/grant.ts';
import { createdAt, moment, ownId } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** What a person allows an agent to do in an organization. Tokens are only valid with their grant. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    clientId: text('client_id').notNull(),
    clientName: text('client_name').notNull(),
    /** Where the response was sent: a host, or the scheme of an app. */
    redirectHost: text('redirect_host').notNull(),
    /** Scopes separated by spaces. */
    scope: text('scope').notNull(),
    /** Whether the agent only prepares, and the person sends and voids. */
    asksFirst: boolean('asks_first').notNull().default(true),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
    /** SHA-256 of the authorization request, so that clicking Allow twice creates only one grant. */
    requestHash: text('request_hash'),
    endedAt: moment('ended_at'),
    endReason: text('end_reason', { enum: GRANT_ENDS }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // Unique across all organizations, because the person chooses one, and two clicks could choose different
    // ones.
    unique('oauth_grants_request').on(table.requestHash),
    // A token names only the grant, not its organization.
    index('oauth_grants_id').on(table.id),
    index('oauth_grants_organization').on(table.organizationId, table.createdAt),
    index('oauth_grants_live')
      .on(table.createdAt)
      .where(sql`${table.endedAt} is null`),
    index('oauth_grants_client').on(table.clientId),
    check('oauth_grants_end', sql`(${table.endedAt} is null) = (${table.endReason} is null)`),
  ],
);
