import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { apiKeys } from './api-keys.ts';
import { createdAt, moment, ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';
import { users } from './users.ts';

/** Session URLs and the pages that were opened with them. Each URL works once. */
export const pageSessions = pgTable(
  'page_sessions',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    envelopeId: text('envelope_id').notNull(),
    /** Null for a session that edits the draft. */
    participantId: text('participant_id'),
    /** The epoch of the participant's link when the session was requested. A newer link ends the session. */
    linkEpoch: integer('link_epoch'),
    /** The user who edits the draft, under the name that the application gave. */
    userName: text('user_name'),
    /** The only origin that may show the page in a frame; null for none. */
    frameOrigin: text('frame_origin'),
    returnUrl: text('return_url').notNull(),
    /**
     * The API key that requested the session. Revoking the key ends the session. Null if a person requested
     * it.
     */
    apiKeyId: text('api_key_id'),
    /**
     * The person who requested the session, or whose key did. The session ends when this person loses the right
     * to send the envelope.
     */
    requestedBy: text('requested_by')
      .notNull()
      .references(() => users.id),
    /** That person's name at the time of the request. */
    hostName: text('host_name').notNull(),
    expiresAt: moment('expires_at').notNull(),
    openedAt: moment('opened_at'),
    /** When a newer session replaced this one, or the draft was sent. */
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // A session URL names only the session, not its organization.
    index('page_sessions_id').on(table.id),
    ownReference('page_sessions_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    ownReference('page_sessions_participant', table, table.participantId, participants).onDelete('cascade'),
    ownReference('page_sessions_api_key', table, table.apiKeyId, apiKeys),
    index('page_sessions_participant').on(table.participantId),
    uniqueIndex('page_sessions_one_live')
      .on(table.organizationId, table.participantId)
      .where(sql`${table.endedAt} is null`),
    index('page_sessions_expiry').on(table.expiresAt),
    index('page_sessions_envelope').on(table.envelopeId),
    check(
      'page_sessions_participant_link',
      sql`(${table.participantId} is null) = (${table.linkEpoch} is null)`,
    ),
    check('page_sessions_user_edits', sql`${table.userName} is null or ${table.participantId} is null`),
    check(
      'page_sessions_opened_in_time',
      sql`${table.openedAt} is null or ${table.openedAt} < ${table.expiresAt}`,
    ),
  ],
);
