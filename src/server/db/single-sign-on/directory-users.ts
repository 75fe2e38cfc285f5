import { and, eq } from 'drizzle-orm';
import type { DirectoryState } from '#domain/organization/directory.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { directoryUsers } from '#server/db/schema/directory-users.ts';

/** Returns what the directory last said about a person, locked; null if it never named them. */
export async function lockDirectoryState(
  tx: Transaction,
  organizationId: string,
  userId: string,
): Promise<DirectoryState | null> {
  const [row] = await tx
    .select({ state: directoryUsers.state })
    .from(directoryUsers)
    .where(and(eq(directoryUsers.organizationId, organizationId), eq(directoryUsers.userId, userId)))
    .for('update');
  return row?.state ?? null;
}
