import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** What a program in a sandbox sees of the file system, apart from the system's libraries. */
export interface Mounts {
  readonly reads: readonly string[];
  /** The only directory that the program can write to. */
  readonly directory: string;
  /** The path at which the program sees that directory. */
  readonly at: string;
}

const LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/lib', '/lib64', '/etc/ld.so.cache'];

/**
 * Returns the command prefix that runs a program without network, other processes or privileges
 * (bubblewrap(1)).
 */
export function buildBubblewrapCommand({ reads, directory, at }: Mounts): Command {
  return [
    ...['bwrap', '--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...['--cap-drop', 'ALL', '--tmpfs', '/tmp', '--proc', '/proc', '--dev', '/dev'],
    ...[...LIBRARIES, ...reads].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', directory, at, '--chdir', at, '--'],
  ] as unknown as Command;
}

/**
 * For systems without bubblewrap. The program has no network and no privileges, and ends together with its
 * parent. The file system stays visible (unshare(1), setpriv(1)).
 */
const WITHOUT_NETWORK: Command = [
  ...(['unshare', '--map-root-user', '--net', '--'] as const),
  ...['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--inh-caps=-all', '--bounding-set=-all', '--'],
];
const ENDING_WITH_US: Command = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'];

/** The levels of process isolation, strongest first. The strongest one that this system allows is used. */
export type Isolation = 'bubblewrap' | 'no_network' | 'permissions';

let known: Isolation | undefined;

/** Returns how our own processes are isolated, in addition to the limits that Node imposes on them. */
export function getIsolation(): Isolation {
  if (known !== undefined) return known;
  const directory = dirname(fileURLToPath(import.meta.url));
  const node = realpathSync(process.execPath);
  const wraps = buildBubblewrapCommand({ reads: [node], directory, at: directory });
  if (canRun([...wraps, node, '--version'])) known = 'bubblewrap';
  else known = canRun([...WITHOUT_NETWORK, node, '--version']) ? 'no_network' : 'permissions';
  return known;
}

/** Checks whether native programs can be run with bubblewrap. */
export function hasBubblewrap(): boolean {
  return getIsolation() === 'bubblewrap';
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that our programs consist of. */
const SOURCES = ['src', 'packages/verify/src', 'node_modules', 'package.json'];

/** How to run one of our programs. */
export interface NodeOptions {
  readonly directory: string;
  /** Additional flags for Node. */
  readonly flags: readonly string[];
  readonly args?: readonly string[];
  /** Default: the strongest available level. Tests may ask for less. */
  readonly level?: Isolation;
}

/**
 * Returns the command that runs one of our programs. The program can only access its sources and `directory`.
 * It has no addons and no other processes, and no network where the system allows that.
 */
export function buildNodeCommand(
  program: URL,
  { directory, flags, args = [], level = getIsolation() }: NodeOptions,
): Command {
  const node = realpathSync(process.execPath);
  const path = fileURLToPath(program);
  const sources = SOURCES.map((name) => realpathSync(join(ROOT, name)));
  const reads = [...new Set([...sources, join(ROOT, 'node_modules'), dirname(path)])];
  const own: Command = [
    node,
    '--permission',
    ...[...reads, directory].map((read) => `--allow-fs-read=${read}`),
    `--allow-fs-write=${directory}`,
    ...flags,
    path,
    ...args,
  ];
  switch (level) {
    case 'bubblewrap':
      return [...buildBubblewrapCommand({ reads: [...reads, node], directory, at: directory }), ...own];
    case 'no_network':
      return [...WITHOUT_NETWORK, ...own];
    case 'permissions':
      return isEndingSupported() ? [...ENDING_WITH_US, ...own] : own;
  }
}

let canEndWithUs: boolean | undefined;

function isEndingSupported(): boolean {
  canEndWithUs ??= canRun([...ENDING_WITH_US, realpathSync(process.execPath), '--version']);
  return canEndWithUs;
}

function canRun([program, ...args]: Command): boolean {
  return spawnSync(program, args, { stdio: 'ignore', env: PROGRAM_PATH }).status === 0;
}

/**
 * The environment of programs that read hostile documents. It has nothing of our own environment, which
 * contains secrets.
 */
export const PROGRAM_PATH = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' } as const;
