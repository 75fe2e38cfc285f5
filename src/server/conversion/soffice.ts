import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';
import { groupMemory } from './group-memory.ts';
import { isolation } from './isolation.ts';
import { writeProfile } from './soffice-profile.ts';

const MEBIBYTE = 1024 * 1024;

/** Total resident memory at which its processes are killed. */
const MEMORY_BYTES = 1_500 * MEBIBYTE;
const LOOK_EVERY_MS = 200;

/**
 * Converts with the local LibreOffice: a new process group with its own profile for each document, without
 * network if the system allows that.
 */
export function sofficeDriver(program: string, memoryBytes = MEMORY_BYTES): ConversionDriver {
  return {
    name: 'soffice',
    convert: async ({ sourcePath, targetPath, timeoutMs, signal }) => {
      const directory = await mkdtemp(join(tmpdir(), 'countersign-soffice-'));
      try {
        const profile = join(directory, 'profile');
        await writeProfile(profile);
        const [command = program, ...args] = [
          ...(await isolation()),
          program,
          ...['--headless', '--invisible', '--nologo', '--norestore', '--nolockcheck', '--nodefault'],
          `-env:UserInstallation=${pathToFileURL(profile).href}`,
          ...['--convert-to', 'pdf:writer_pdf_Export', '--infilter=MS Word 2007 XML'],
          ...['--outdir', directory, sourcePath],
        ];
        const child = spawn(command, args, {
          cwd: directory,
          // None of our environment: it contains secrets.
          env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: directory, TMPDIR: directory, LANG: 'C.UTF-8' },
          detached: true,
          stdio: 'ignore',
        });
        const failure = await watched(child, { timeoutMs, memoryBytes, signal });
        if (failure !== null) return failure;
        const made = join(directory, `${basename(sourcePath).replace(/\.[^.]*$/, '')}.pdf`);
        return await rename(made, targetPath).then(
          (): ConversionAttempt => ({ kind: 'converted' }),
          (): ConversionAttempt => failed('refused', 'it produced no PDF'),
        );
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
    close: async () => undefined,
  };
}

/** Waits for the process to exit, or kills its group. Returns null if it succeeded. */
async function watched(
  child: ChildProcess,
  { timeoutMs, memoryBytes, signal }: { timeoutMs: number; memoryBytes: number; signal: AbortSignal },
): Promise<ConversionAttempt | null> {
  let ending: ConversionAttempt | null = null;
  const end = (why: ConversionAttempt) => {
    ending ??= why;
    killGroup(child);
  };
  const interrupt = () => end(failed('unavailable', 'interrupted'));
  const timer = setTimeout(() => end(failed('time', 'it took too long')), timeoutMs);
  const watch = setInterval(() => {
    void groupMemory(child.pid).then((bytes) => {
      if (bytes > memoryBytes) end(failed('memory', `it used ${bytes} bytes`));
    });
  }, LOOK_EVERY_MS);
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const ended = await new Promise<ConversionAttempt | null>((resolve) => {
    child.once('error', (error) => resolve(failed('unavailable', error.message)));
    child.once('exit', (code, by) =>
      resolve(code === 0 ? null : failed('crash', `it exited with ${code ?? by ?? 'nothing'}`)),
    );
  });
  clearTimeout(timer);
  clearInterval(watch);
  signal.removeEventListener('abort', interrupt);
  // Kills whatever it left running.
  killGroup(child);
  return ending ?? ended;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}

function failed(
  cause: Extract<ConversionAttempt, { kind: 'failed' }>['cause'],
  fault: string,
): ConversionAttempt {
  return { kind: 'failed', cause, fault };
}
