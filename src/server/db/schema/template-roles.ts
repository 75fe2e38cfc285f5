import { boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { PARTICIPANT_DELIVERIES, PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import { id } from './columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

export const templateRoles = pgTable(
  'template_roles',
  {
    id: id(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    apiRoleName: text('api_role_name').notNull(),
    /** Roles with the same one sign in parallel. */
    orderIndex: integer('order_index').notNull(),
    position: integer('position').notNull(),
    role: text('role', { enum: PARTICIPANT_ROLES }).notNull().default('signer'),
    delivery: text('delivery', { enum: PARTICIPANT_DELIVERIES }).notNull().default('email'),
    isSender: boolean('is_sender').notNull(),
    optional: boolean('optional').notNull(),
  },
  (table) => [
    unique('template_roles_api_name').on(table.templateId, table.apiRoleName),
    unique('template_roles_position').on(table.templateId, table.position),
    index('template_roles_organization').on(table.organizationId),
  ],
);
