import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

/** Session URLs and the pages that were opened with them. Each URL works once. */
export const pageSessions = pgTable(
  'page_sessions',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    envelopeId: text('envelope_id')
      .notNull()
      .references(() => envelopes.id, { onDelete: 'cascade' }),
    participantId: text('participant_id')
      .notNull()
      .references(() => participants.id, { onDelete: 'cascade' }),
    /** The participant's link when it was requested. A newer one ends it. */
    linkEpoch: integer('link_epoch').notNull(),
    /** The only origin that may show the page in a frame; null for none. */
    frameOrigin: text('frame_origin'),
    returnUrl: text('return_url').notNull(),
    /** Who requested it. */
    hostName: text('host_name').notNull(),
    expiresAt: moment('expires_at').notNull(),
    openedAt: moment('opened_at'),
    /** When a newer one replaced it. */
    endedAt: moment('ended_at'),
    createdAt: createdAt(),
  },
  (table) => [
    index('page_sessions_participant').on(table.participantId),
    uniqueIndex('page_sessions_one_live')
      .on(table.participantId)
      .where(sql`${table.endedAt} is null`),
    index('page_sessions_organization').on(table.organizationId),
    index('page_sessions_expiry').on(table.expiresAt),
    check(
      'page_sessions_opened_in_time',
      sql`${table.openedAt} is null or ${table.openedAt} < ${table.expiresAt}`,
    ),
  ],
);
