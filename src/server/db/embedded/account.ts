import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How PostgreSQL's programs are run: as ourselves, or, since PostgreSQL refuses root, as nobody. */
export interface Account {
  readonly command: (program: string, args: readonly string[]) => readonly [string, readonly string[]];
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** The user id that PostgreSQL's files belong to. */
  readonly uid: number;
  /** Hands a directory that we made to the account. */
  readonly own: (path: string) => void;
}

const NOBODY = 65_534;
/** Lets nobody pass through directories that only root may enter, such as /root: it can search and read, not write. */
const SEARCH_CAPABILITY = '+dac_read_search';

/**
 * The account for programs and directories at these paths. Throws, naming the directory, when we are root, nobody cannot
 * reach one of them and the system offers no way around.
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

/** The first directory above a path, or the path itself, that accounts other than its owner may not enter. */
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
  return ['setpriv', [...identity, ...capability, '--', program, ...args]];
}

function canPassCapability(): boolean {
  if (process.platform !== 'linux') return false;
  const [command, args] = throughSetpriv('true', []);
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
