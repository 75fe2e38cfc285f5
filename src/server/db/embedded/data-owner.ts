import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A system user and their group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The uid shown where the real owner can't be determined, such as for files of a user that a container
 * doesn't have.
 */
const UNKNOWN_UID = 65_534;
/** Files that only the service writes. The data directory itself may have been made by anybody. */
const WRITTEN = ['secret-key', 'database-owner-password', 'blobs'];

/**
 * Returns the user that the service runs as, judging by what it has written to its data directory. Null for
 * root, for a directory without such files, and for a user that this system doesn't know. Throws if the
 * directory can't be read.
 */
export function findDataOwner(home: string): Owner | null {
  return findOwner(WRITTEN.map((name) => join(home, name)));
}

/**
 * Returns the owner of the first of these files that exists. Null in the same cases as for `findDataOwner`.
 */
export function findOwner(paths: readonly string[]): Owner | null {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const { uid, gid } = found;
    return uid === 0 || uid === UNKNOWN_UID ? null : { uid, gid };
  }
  return null;
}
