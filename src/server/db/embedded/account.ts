import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that runs PostgreSQL's programs: ours, or nobody, since PostgreSQL refuses root. */
export interface Account {
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Owner of PostgreSQL's files. */
  readonly uid: number;
  /** Gives one of our directories to the account. */
  readonly own: (path: string) => void;
}

const NOBODY = 65_534;
/** Lets nobody search and read directories that only root can enter, such as /root, without writing. */
const SEARCH_CAPABILITY = '+dac_read_search';

/**
 * Returns the account for programs and directories at these paths. Throws with the directory's name if we are
 * root, nobody can't reach it, and the system offers no way around.
 */
export function accountFor(paths: readonly string[]): Account {
  const plain = (program: string, args: readonly string[]) => [program, args] as const;
  const self = process.getuid?.() ?? 0;
  if (self !== 0) return { command: plain, identity: {}, uid: self, own: () => undefined };
  const own = (path: string) => chownSync(path, NOBODY, NOBODY);
  const closed = paths.map(closedDirectory).find((directory) => directory !== undefined);
  if (closed === undefined)
    return { command: plain, identity: { uid: NOBODY, gid: NOBODY }, uid: NOBODY, own };
  if (canPassCapability()) return { command: throughSetpriv, identity: {}, uid: NOBODY, own };
  throw new Error(
    `PostgreSQL doesn't run as root, and the account nobody has no access to ${closed}: ` +
      `allow it with chmod o+x ${closed}, choose another DATA_DIR, or start as a regular user`,
  );
}

/** Returns the first directory on a path that other accounts can't enter. */
function closedDirectory(path: string): string | undefined {
  const { uid, mode } = statSync(path);
  const above = dirname(path);
  const higher = above === path ? undefined : closedDirectory(above);
  if (higher !== undefined || uid === NOBODY) return higher;
  return (mode & 0o001) === 0 ? path : undefined;
}

function throughSetpriv(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  const identity = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'];
  const capability = ['--inh-caps', SEARCH_CAPABILITY, '--ambient-caps', SEARCH_CAPABILITY];
  // Without this bit, access(2) ignores capabilities, and initdb asks it whether the server's program is there.
  capability.push('--securebits', '+no_setuid_fixup');
  return ['setpriv', [...identity, ...capability, '--', program, ...args]];
}

function canPassCapability(): boolean {
  if (process.platform !== 'linux') return false;
  const [command, args] = throughSetpriv('true', []);
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
