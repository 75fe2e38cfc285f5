import { sql } from 'drizzle-orm';
import { MARK_PURPOSES } from '#domain/envelope/graph.ts';
import { SIGNATURE_STYLES } from '#domain/envelope/signature-style.ts';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, createdAt, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

/** A participant's signature, initials and stamp: typed text or an image. */
export const signatureMarks = pgTable(
  'signature_marks',
  {
    participantId: text('participant_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    purpose: text('purpose', { enum: MARK_PURPOSES }).notNull(),
    kind: text('kind', { enum: ['typed', 'drawn', 'uploaded'] }).notNull(),
    text: text('text'),
    /** The style of typed text; null for the first style. */
    style: text('style', { enum: [...SIGNATURE_STYLES] }),
    image: bytes('image'),
    createdAt: createdAt(),
  },
  (table) => [
    ownReference('signature_marks_participant', table, table.participantId, participants).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.participantId, table.purpose] }),
    check('signature_marks_stamp', sql`${table.purpose} <> 'stamp' or ${table.kind} = 'uploaded'`),
    check(
      'signature_marks_kind',
      sql`case when ${table.kind} = 'typed' then ${table.text} is not null and ${table.image} is null else ${table.image} is not null and ${table.text} is null and ${table.style} is null end`,
    ),
  ],
);
