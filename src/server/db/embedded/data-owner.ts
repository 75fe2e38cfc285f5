import { statSync } from 'node:fs';
import { join } from 'node:path';

/** A user of the system and their group. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Who owns what can't be told, such as files of a user that a container doesn't have. */
const UNKNOWN_UID = 65_534;
/** Only the service writes these. The directory itself may have been made by anybody. */
const WRITTEN = ['secret-key', 'database-owner-password', 'blobs'];

/**
 * Returns the user that the service runs as, from what it has written to its data directory; null for root, for none, and for
 * one that this system doesn't know. Throws if the directory can't be looked into.
 */
export function findDataOwner(home: string): Owner | null {
  return findOwner(WRITTEN.map((name) => join(home, name)));
}

/** Returns the owner of the first of these files that is there; null as above. */
export function findOwner(paths: readonly string[]): Owner | null {
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const { uid, gid } = found;
    return uid === 0 || uid === UNKNOWN_UID ? null : { uid, gid };
  }
  return null;
}
