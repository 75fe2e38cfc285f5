import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** An operator program that runs as a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly output: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves to a pattern's match in its standard output; fails if the program ends first. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Where programs keep their compiled code, with which each one after the first starts in two thirds of the time. */
const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/programs', import.meta.url));

/** The user that runs a program: the one that runs the tests, unless that is root and names another. */
type User = { readonly uid?: number; readonly gid?: number };

/**
 * Runs `src/cli/<name>.ts` with these variables. Of our own environment, it gets only the variables for
 * finding programs.
 */
export function runProgram(
  name: 'start' | 'worker' | 'main',
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  user: User = {},
): Program {
  return runScript(new URL(`../../src/cli/${name}.ts`, import.meta.url), env, args, user);
}

/** Runs a script in the same way. */
export function runScript(
  script: URL,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  user: User = {},
): Program {
  const { PATH = '', HOME = '', TMPDIR, NODE_COMPILE_CACHE = COMPILED } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: {
      PATH,
      HOME,
      ...(TMPDIR === undefined ? {} : { TMPDIR }),
      NODE_COMPILE_CACHE,
      LOG_LEVEL: 'error',
      SIGNUP: 'open',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    output: () => ({ stdout, stderr }),
    ended,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(stdout);
          if (found !== null) resolve(found);
        };
        look();
        child.stdout.on('data', look);
        ended.then(() => reject(new Error(`it ended without printing ${pattern}\n${stderr}`)), reject);
      }),
  };
}
