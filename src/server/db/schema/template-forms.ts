import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { FORM_CLOSURES, type ThankYou } from '#domain/template/form.ts';
import { createdAt, moment, ownId, ownReference, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';
import { users } from './users.ts';

/** Public forms: templates that anyone with the link can fill in. */
export const templateForms = pgTable(
  'template_forms',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    templateId: text('template_id').notNull(),
    enabled: boolean('enabled').notNull(),
    roleApiName: text('role_api_name').notNull(),
    expiresAt: moment('expires_at'),
    maxUses: integer('max_uses'),
    /** How many envelopes have been sent with the form. */
    uses: integer('uses').notNull().default(0),
    allowedDomains: text('allowed_domains').array(),
    /** The people who take the other roles, as they were given. */
    recipients: jsonb('recipients').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** What people read once they have signed; null for our own words alone. */
    thankYou: jsonb('thank_you').$type<ThankYou>(),
    /** The sender of the form's envelopes. */
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    /** Why the service closed the form; null if it's open, or a person turned it off. */
    closedReason: text('closed_reason', { enum: FORM_CLOSURES }),
    closedAt: moment('closed_at'),
    /** Whether nobody has been told yet that the service closed it. */
    isDue: boolean('is_due').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    // A form's link names only the form, not its organization.
    index('template_forms_id').on(table.id),
    unique('template_forms_once').on(table.organizationId, table.templateId),
    ownReference('template_forms_template', table, table.templateId, templates).onDelete('cascade'),
    index('template_forms_due')
      .on(table.closedAt)
      .where(sql`${table.isDue}`),
    check(
      'template_forms_closed',
      sql`(${table.closedReason} is null) = (${table.closedAt} is null) and (${table.closedReason} is null or not ${table.enabled})`,
    ),
    check(
      'template_forms_uses',
      sql`${table.uses} >= 0 and (${table.maxUses} is null or ${table.maxUses} >= 1 and ${table.uses} <= ${table.maxUses})`,
    ),
  ],
);
