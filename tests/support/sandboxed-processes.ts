import { readdirSync, readFileSync } from 'node:fs';

/** A process that runs one of our programs in a sandbox, or the sandbox itself. */
export interface SandboxedProcess {
  readonly pid: number;
  /** The only directory it can write to. Every document's process has a different one. */
  readonly directory: string;
}

/** Lists the processes that run a program in a sandbox for this process. */
export function sandboxedProcesses(program: URL): SandboxedProcess[] {
  return allProcesses(program).filter(({ pid }) => isBelow(process.pid, pid));
}

/**
 * Lists those of any process that have started on a document, which our hostile programs record in a file.
 */
export function busyProcesses(program: URL, document: string): SandboxedProcess[] {
  return allProcesses(program).filter(({ directory }) => filesIn(directory).includes(`${document}.pid`));
}

function allProcesses(program: URL): SandboxedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const words = commandLine(pid);
      const [, directory] = /--allow-fs-write=(\S+)/.exec(words.join(' ')) ?? [];
      return directory !== undefined && words.includes(program.pathname)
        ? [{ pid: Number(pid), directory }]
        : [];
    });
}

function isBelow(ancestor: number, pid: number): boolean {
  const [, parent = '0'] = /^PPid:\t(\d+)$/m.exec(textOf(`/proc/${pid}/status`)) ?? [];
  return Number(parent) === ancestor || (Number(parent) > 1 && isBelow(ancestor, Number(parent)));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function commandLine(pid: string): string[] {
  return textOf(`/proc/${pid}/cmdline`).split('\0');
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map(
      (path) => path.split('/').at(-1) ?? '',
    );
  } catch {
    return [];
  }
}
