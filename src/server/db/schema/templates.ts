import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { ReminderPolicy, TemplateCopy } from '#domain/envelope/graph.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Message } from '#domain/envelope/message.ts';
import { LEGAL_FRAMEWORKS, SOURCE_FORMATS } from '#domain/envelope/status.ts';
import { createdAt, buildMessageLimits, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';
import { teams } from './teams.ts';

export const templates = pgTable(
  'templates',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    teamId: text('team_id').notNull(),
    name: text('name').notNull(),
    namePattern: text('name_pattern'),
    originalFilename: text('original_filename').notNull(),
    sourceFormat: text('source_format', { enum: SOURCE_FORMATS }).notNull(),
    contentHash: text('content_hash').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    legalFramework: text('legal_framework', { enum: LEGAL_FRAMEWORKS }).notNull(),
    consumerDisclosure: boolean('consumer_disclosure').notNull(),
    reminderPolicy: jsonb('reminder_policy').$type<ReminderPolicy>(),
    message: jsonb('message').$type<Message>(),
    copies: jsonb('copies').$type<TemplateCopy[]>().notNull().default([]),
    archivedAt: moment('archived_at'),
    useCount: integer('use_count').notNull().default(0),
    lastUsedAt: moment('last_used_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('templates_team', table, table.teamId, teams),
    index('templates_created').on(table.organizationId, table.createdAt.desc(), table.id.desc()),
    check('templates_use_count', sql`${table.useCount} >= 0`),
    check(
      'templates_copies',
      sql`jsonb_typeof(${table.copies}) = 'array' and jsonb_array_length(${table.copies}) <= ${sql.raw(String(LIMITS.copiesMax))}`,
    ),
    check('templates_message', buildMessageLimits(table.message)),
    check('templates_name', sql`${table.name} <> ''`),
  ],
);
