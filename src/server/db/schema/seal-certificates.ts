import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { bytes, createdAt, id, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * The certificate of the instance's authority (its organization is null) and the seal certificates that the
 * authority issued.
 */
export const sealCertificates = pgTable(
  'seal_certificates',
  {
    id: id(),
    organizationId: text('organization_id').references(() => organizations.id),
    certificate: bytes('certificate').notNull(),
    /** The private key in PKCS#8, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
    /** When another certificate replaced this one. */
    replacedAt: moment('replaced_at'),
    revokedAt: moment('revoked_at'),
    revocationReason: text('revocation_reason', {
      enum: ['unspecified', 'key_compromise', 'superseded', 'cessation'],
    }),
  },
  (table) => [
    uniqueIndex('seal_certificates_owner')
      .on(sql`coalesce(${table.organizationId}, '')`)
      .where(sql`${table.replacedAt} is null and ${table.revokedAt} is null`),
  ],
);
