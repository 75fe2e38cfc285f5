import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

/** Returns the first of these programs that is on this machine; null if none is. */
export function findProgram(paths: readonly string[]): string | null {
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type ChildProgram = {
  /** The match in its output. */
  readonly said: RegExpExecArray | null;
  /** Resolves once the program responds at an address. */
  readonly answering: (address: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

const ASK_AGAIN_MS = 50;

/**
 * Starts a program and waits for output that matches `until`, unless it's null. Rejects with the output if
 * the program exits first.
 */
export function startProgram(
  path: string,
  args: readonly string[],
  { env, until }: { readonly env?: NodeJS.ProcessEnv; readonly until: RegExp | null },
): Promise<ChildProgram> {
  // In its own process group, so that its child processes end with it.
  const child = spawn(path, args, { env: { ...process.env, ...env }, detached: true, stdio: 'pipe' });
  let output = '';
  const answering = async (address: string): Promise<void> => {
    while (
      !(await fetch(address).then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null) throw new Error(`${path} ended with ${child.exitCode}: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  };
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      output += chunk.toString();
      const said = until?.exec(output) ?? null;
      if (said !== null) resolve({ said, answering, end: () => endGroup(child) });
    };
    if (until === null)
      child.once('spawn', () => resolve({ said: null, answering, end: () => endGroup(child) }));
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${path} ended with ${code}: ${output}`)));
  });
}

function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve();
  const { pid } = child;
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    process.kill(-pid, 'SIGKILL');
  });
}
