import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { CONNECTION_KINDS, JOINING_ROLES } from '#domain/organization/identity/single-sign-on.ts';
import { createdAt, id, moment, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Identity providers that members sign in with. The client secrets are encrypted rather than hashed, since
 * the providers ask for them.
 */
export const signInConnections = pgTable(
  'sign_in_connections',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    kind: text('kind', { enum: CONNECTION_KINDS }).notNull(),
    issuer: text('issuer'),
    clientId: text('client_id'),
    secretBox: text('secret_box'),
    trustEmail: boolean('trust_email').notNull(),
    entityId: text('entity_id'),
    signInUrl: text('sign_in_url'),
    certificates: text('certificates').array(),
    emailAttribute: text('email_attribute'),
    createsMembers: boolean('creates_members').notNull(),
    joiningRole: text('joining_role', { enum: JOINING_ROLES }).notNull(),
    enabled: boolean('enabled').notNull(),
    enforced: boolean('enforced').notNull(),
    testedAt: moment('tested_at'),
    testProblem: text('test_problem'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    unique('sign_in_connections_of_organization').on(table.organizationId, table.id),
    check('sign_in_connections_joining_role', sql.raw(`joining_role in ('${JOINING_ROLES.join("', '")}')`)),
    check(
      'sign_in_connections_settings',
      sql`case ${table.kind}
        when 'oidc' then num_nulls(${table.issuer}, ${table.clientId}, ${table.secretBox}) = 0
          and num_nonnulls(${table.entityId}, ${table.signInUrl}, ${table.certificates}, ${table.emailAttribute}) = 0
        when 'saml' then num_nulls(${table.entityId}, ${table.signInUrl}, ${table.certificates}) = 0
          and num_nonnulls(${table.issuer}, ${table.clientId}, ${table.secretBox}) = 0
          and cardinality(${table.certificates}) > 0
        else false end`,
    ),
    check(
      'sign_in_connections_enforced',
      sql`not ${table.enforced} or ${table.enabled} and ${table.testedAt} is not null`,
    ),
  ],
);
