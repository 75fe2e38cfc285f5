import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { AUTO_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { ownId, ownReference } from './columns.ts';
import { buildFieldDetailChecks, fieldDetails } from './field-details.ts';
import { organizations } from './organizations.ts';
import { templateRoles } from './template-roles.ts';
import { templates } from './templates.ts';

export const templateFields = pgTable(
  'template_fields',
  {
    id: ownId(),
    templateId: text('template_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    roleId: text('role_id'),
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
    prefillValue: text('prefill_value'),
    prefillKey: text('prefill_key'),
    autoSource: text('auto_source', { enum: AUTO_SOURCES }),
    locked: boolean('locked').notNull(),
    group: text('group_name'),
    ...fieldDetails(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('template_fields_template', table, table.templateId, templates).onDelete('cascade'),
    ownReference('template_fields_role', table, table.roleId, templateRoles).onDelete('cascade'),
    uniqueIndex('template_fields_key').on(table.organizationId, table.templateId, table.key),
    ...buildFieldDetailChecks('template_fields'),
    check(
      'template_fields_annotation',
      sql`(${table.roleId} is null) = (${table.type} in ('note', 'strikethrough'))`,
    ),
    check('template_fields_page', sql`${table.page} >= 1`),
    check(
      'template_fields_box',
      sql`${table.x} between 0 and 1 and ${table.y} between 0 and 1 and ${table.width} > 0 and ${table.width} <= 1 and ${table.height} > 0 and ${table.height} <= 1`,
    ),
  ],
);
