import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { PARTICIPANT_DELIVERIES, PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import type { RoleRecipient } from '#domain/template/template.ts';
import { ownId, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

export const templateRoles = pgTable(
  'template_roles',
  {
    id: ownId(),
    templateId: text('template_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    apiRoleName: text('api_role_name').notNull(),
    /** Roles with the same index sign in parallel. */
    orderIndex: integer('order_index').notNull(),
    position: integer('position').notNull(),
    role: text('role', { enum: PARTICIPANT_ROLES }).notNull().default('signer'),
    delivery: text('delivery', { enum: PARTICIPANT_DELIVERIES }).notNull().default('email'),
    isSender: boolean('is_sender').notNull(),
    optional: boolean('optional').notNull(),
    /** Who takes the role unless someone else is named. */
    recipient: jsonb('recipient').$type<RoleRecipient>(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('template_roles_template', table, table.templateId, templates).onDelete('cascade'),
    unique('template_roles_api_name').on(table.organizationId, table.templateId, table.apiRoleName),
    unique('template_roles_position').on(table.organizationId, table.templateId, table.position),
    check(
      'template_roles_recipient',
      sql`${table.recipient} is null or not (${table.isSender} or ${table.optional})`,
    ),
  ],
);
