import { and, desc, eq, gte, lt, or, type SQL } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { contacts } from '#server/db/schema/contacts.ts';

export type Contact = {
  readonly name: string;
  readonly email: string;
  readonly company: string | null;
  readonly title: string | null;
};

/**
 * Finds earlier recipients whose address, name or last name begins with a text, ignoring case, most recent
 * first. Each of the three has its own index.
 */
export async function suggestContacts(
  tx: Transaction,
  organizationId: string,
  beginning: string,
  limit: number,
): Promise<Contact[]> {
  const key = beginning.normalize('NFC').toLowerCase();
  const { name, email, company, title } = contacts;
  return await tx
    .select({ name, email, company, title })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), key === '' ? undefined : matchPrefix(key)))
    .orderBy(desc(contacts.lastUsedAt), contacts.emailKey)
    .limit(limit);
}

/**
 * Compares by ranges of code points. With row-level security, LIKE can't use an index, because it isn't
 * leakproof.
 */
function matchPrefix(key: string): SQL | undefined {
  const end = `${key}\u{10ffff}`;
  return or(
    ...[contacts.emailKey, contacts.nameKey, contacts.lastNameKey].map((column) =>
      and(gte(column, key), lt(column, end)),
    ),
  );
}
