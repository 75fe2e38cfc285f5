import { customType, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { createdAt, id } from './columns.ts';
import { organizations } from './organizations.ts';

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
});

/** The instance's certificate authority (organization null) and the seal certificates it issued. */
export const sealCertificates = pgTable(
  'seal_certificates',
  {
    id: id(),
    organizationId: text('organization_id').references(() => organizations.id),
    certificate: bytes('certificate').notNull(),
    /** PKCS#8, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('seal_certificates_owner').on(sql`coalesce(${table.organizationId}, '')`)],
);
