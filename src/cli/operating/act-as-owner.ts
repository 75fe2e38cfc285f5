import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findDataOwner, findOwner, type Owner } from '#server/db/embedded/data-owner.ts';

/**
 * Switches from root to the service's user, so that the service can use whatever a command writes. Does
 * nothing if the data belongs to root or if there is no data yet.
 */
export function actAsOwner(): void {
  const owner = findServiceUser();
  if (owner === null) return;
  process.setgroups?.(readGroups(owner));
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/**
 * Returns the groups of a user. If this system doesn't know the user, as in a container, returns only the
 * group that owns the data.
 */
function readGroups({ uid, gid }: Owner): number[] {
  const { status, stdout } = spawnSync('id', ['-G', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim().split(' ').map(Number) : [gid];
}

/** Throws if root would write into another user's data, because that user couldn't access the new files. */
export function refuseOthersData(): void {
  const owner = findServiceUser();
  if (owner === null) return;
  throw new Error(
    `the data belongs to the user ${owner.uid}: start as that user, such as with runuser or systemctl start countersign, or give all of it to root`,
  );
}

/**
 * Throws if there is no database where the settings say it is. Most likely the settings aren't those that the
 * service uses.
 */
export function requireData(): void {
  if ((process.env['DATABASE_URL'] ?? '') !== '') return;
  const home = findDataDirectory();
  if (statSync(join(home, 'postgres'), { throwIfNoEntry: false }) !== undefined) return;
  throw new Error(`there is no database in ${home}: set DATA_DIR or DATABASE_URL as for the service`);
}

/**
 * Returns the user whose data root is about to work with. Null if the data belongs to root or doesn't exist
 * yet.
 */
function findServiceUser(): Owner | null {
  if (process.getuid?.() !== 0) return null;
  const url = process.env['STORAGE_URL'];
  const storage = url?.startsWith('file:///') === true ? [fileURLToPath(url)] : [];
  const home = findDataDirectory();
  // An empty directory that was made for the service, as packages and systemd do.
  return findDataOwner(home) ?? findOwner([...storage, home]);
}

/** Reads only DATA_DIR, because reading all settings would create a secret key. */
function findDataDirectory(): string {
  return resolve(process.env['DATA_DIR'] ?? '.data');
}
