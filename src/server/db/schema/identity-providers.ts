import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { SIGN_IN_MATCHES } from '#domain/organization/identity/identity-provider.ts';
import { createdAt, ownId, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Identity providers that recipients sign in with. The client secrets are encrypted rather than hashed, since
 * the providers ask for them.
 */
export const identityProviders = pgTable(
  'identity_providers',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    secretBox: text('secret_box').notNull(),
    scope: text('scope').notNull(),
    match: text('match', { enum: SIGN_IN_MATCHES }).notNull(),
    trustEmail: boolean('trust_email').notNull(),
    acrValues: text('acr_values').array().notNull(),
    requiredClaims: jsonb('required_claims').$type<Readonly<Record<string, string>>>().notNull(),
    enabled: boolean('enabled').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    check('identity_providers_match', sql.raw(`match in ('${SIGN_IN_MATCHES.join("', '")}')`)),
    check('identity_providers_claims', sql`jsonb_typeof(${table.requiredClaims}) = 'object'`),
  ],
);
