import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

import type { DatabaseAddress } from '#server/db/client/address.ts';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { copyTree, ownLike } from './copy-tree.ts';

/**
 * Files that only the running server needs, or that a new server writes itself (PostgreSQL manual, 25.3.4).
 */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'pg_internal.init']);
/** Directories that are copied without their contents. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'],
  ...['pg_stat_tmp', 'pg_subtrans', 'pgsql_tmp'],
]);
const CONTROL_FILE = join('global', 'pg_control');
const LOG_SEGMENT = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/;

/**
 * Copies a running server's files into a new directory. A server started from it is in the state at the end
 * of the copy (PostgreSQL manual, 25.3.4, "Making a Base Backup Using the Low Level API"). A temporary slot
 * keeps the log that the copy needs. It disappears when the connection ends, however that happens.
 */
export async function copyCluster(owner: DatabaseAddress, from: string, to: string): Promise<void> {
  const sql = postgres({ ...toConnectionOptions(owner), max: 1, onnotice: () => undefined });
  try {
    const slot = `backup_${randomBytes(8).toString('hex')}`;
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
    await sql`select pg_backup_start('countersign', true)`;
    await copyTree(from, to, (path, name) => {
      if (LEFT_OUT.has(name) || path === CONTROL_FILE) return 'leave out';
      return EMPTIED.has(name) ? 'empty' : 'copy';
    });
    await copyTree(join(from, 'global'), join(to, 'global'), (_, name) =>
      name === 'pg_control' ? 'copy' : 'leave out',
    );
    const [end] = await sql<{ label: string }[]>`
      select labelfile as label from pg_backup_stop(wait_for_archive => false)`;
    if (end === undefined) throw new Error('the database did not end the backup');
    await writeFile(join(to, 'backup_label'), end.label, { mode: 0o600, flush: true });
    await ownLike(from, join(to, 'backup_label'));
    await copyTree(join(from, 'pg_wal'), join(to, 'pg_wal'), (_, name) =>
      LOG_SEGMENT.test(name) ? 'copy' : 'leave out',
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}
