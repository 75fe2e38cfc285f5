import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Attachment } from '#domain/field/attachment.ts';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { createdAt, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { buildFieldDetailChecks, fieldDetails } from './field-details.ts';
import { organizations } from './organizations.ts';
import { participants } from './participants.ts';

export const envelopeFields = pgTable(
  'envelope_fields',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    participantId: text('participant_id'),
    /** The position in the sender's array. */
    orderIndex: integer('order_index').notNull(),
    type: text('type', { enum: FIELD_TYPES }).notNull(),
    page: integer('page').notNull(),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    label: text('label'),
    required: boolean('required').notNull(),
    options: jsonb('options').$type<string[]>(),
    source: text('source', { enum: FIELD_SOURCES }).notNull(),
    prefillValue: text('prefill_value'),
    locked: boolean('locked').notNull(),
    autoSource: text('auto_source', { enum: AUTO_SOURCES }),
    proposedAutoSource: text('proposed_auto_source', { enum: AUTO_SOURCES }),
    value: text('value'),
    attachments: jsonb('attachments').$type<Attachment[]>().notNull().default([]),
    filledAt: moment('filled_at'),
    partyIndex: integer('party_index'),
    syntheticRoleId: text('synthetic_role_id'),
    syntheticRoleName: text('synthetic_role_name'),
    group: text('group_name'),
    ...fieldDetails(),
    placed: boolean('placed').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('envelope_fields_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    ownReference('envelope_fields_participant', table, table.participantId, participants).onDelete('cascade'),
    index('envelope_fields_participant').on(table.participantId),
    uniqueIndex('envelope_fields_key').on(table.organizationId, table.envelopeId, table.key),
    ...buildFieldDetailChecks('envelope_fields'),
    check('envelope_fields_placed', sql`${table.placed} or ${table.anchor} is not null`),
    check(
      'envelope_fields_annotation',
      sql`${table.type} not in ('note', 'strikethrough') or (${table.participantId} is null and ${table.value} is null and not ${table.required})`,
    ),
    check('envelope_fields_page', sql`${table.page} >= 1`),
    check(
      'envelope_fields_box',
      sql`${table.x} between 0 and 1 and ${table.y} between 0 and 1 and ${table.width} > 0 and ${table.width} <= 1 and ${table.height} > 0 and ${table.height} <= 1`,
    ),
  ],
);
