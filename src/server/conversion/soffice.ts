import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deliverFile } from '#server/process/deliver-file.ts';
import { killGroup } from '#server/process/document-child.ts';
import { runAfterOwnTime, watchWaiting } from '#server/process/own-time.ts';
import { buildBubblewrapCommand, hasBubblewrap, PROGRAM_PATH } from '#server/process/sandbox.ts';
import { readTreeMemory } from '#server/process/tree-memory.ts';
import { yieldProcessor } from '#server/process/yield-processor.ts';
import { createTemporaryDirectory } from '#server/temporary.ts';
import type { ConversionAttempt, ConversionDriver } from './driver.ts';

type Setting = readonly [path: string, name: string, value: string];

/** LibreOffice registry settings that disable macros, linked content and network access. */
const SETTINGS: readonly Setting[] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Misc', 'FirstRun', 'false'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', '2'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
];

/**
 * Runs a command that exits with its parent, has no network, and takes all its child processes along
 * (unshare(1), setpriv(1)).
 */
const WRAPPER = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'],
];

let known: Promise<readonly string[]> | undefined;

const MEBIBYTE = 1024 * 1024;

/** Total resident memory at which LibreOffice's processes are killed. */
const MEMORY_BYTES = 1_500 * MEBIBYTE;
const LOOK_EVERY_MS = 200;

/** Whether LibreOffice must run in a sandbox (bubblewrap) or may see what the service sees. */
export interface SofficeOptions {
  readonly sandbox: 'required' | 'off';
  readonly memoryBytes?: number;
}

/**
 * Creates a driver that converts with the local LibreOffice. Each document gets a new process group with its
 * own profile. The sandbox shows it only the system's libraries, the fonts and that document, and gives it no
 * network.
 */
export function createSofficeDriver(
  program: string,
  { sandbox, memoryBytes = MEMORY_BYTES }: SofficeOptions,
): ConversionDriver {
  return {
    name: 'soffice',
    convert: async ({ sourcePath, targetPath, timeoutMs, signal }) => {
      if (sandbox === 'required' && !hasBubblewrap())
        return createFailure('unavailable', "bwrap doesn't work here, and SOFFICE_SANDBOX isn't off");
      const directory = createTemporaryDirectory('soffice');
      try {
        await writeProfile(join(directory, 'profile'));
        await copyFile(sourcePath, join(directory, 'document.docx'));
        const at = sandbox === 'required' ? IN_SANDBOX : directory;
        const prefix = sandbox === 'required' ? buildSandbox(program, directory) : await withoutNetwork();
        const [command = program, ...args] = [
          ...prefix,
          program,
          ...['--headless', '--invisible', '--nologo', '--norestore', '--nolockcheck', '--nodefault'],
          `-env:UserInstallation=${pathToFileURL(join(at, 'profile')).href}`,
          ...['--convert-to', 'pdf:writer_pdf_Export', '--infilter=MS Word 2007 XML'],
          ...['--outdir', at, join(at, 'document.docx')],
        ];
        const child = spawn(command, args, {
          cwd: directory,
          // The service's own environment isn't passed on, because it contains secrets.
          env: { ...PROGRAM_PATH, HOME: at, TMPDIR: at, LANG: 'C.UTF-8' },
          detached: true,
          stdio: 'ignore',
        });
        const failure = await waitForExit(child, { timeoutMs, memoryBytes, signal });
        if (failure !== null) return failure;
        const made = join(directory, 'document.pdf');
        if (!existsSync(made)) return createFailure('refused', 'it produced no PDF');
        await deliverFile(made, targetPath);
        return { kind: 'converted' };
      } catch (error) {
        return createFailure('unavailable', error instanceof Error ? error.message : String(error));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
    close: async () => undefined,
  };
}

/** Most documents are done before this. After it, other organizations' documents run first. */
const YIELD_AFTER_MS = 5_000;
/** The path of LibreOffice's only writable directory inside the sandbox. */
const IN_SANDBOX = '/w';
/** What LibreOffice and its start script need besides libraries: programs, fonts and their settings. */
const NEEDED = [
  ...['/usr/bin', '/bin', '/usr/share', '/etc/fonts', '/etc/libreoffice', '/etc/alternatives'],
  ...['/var/cache/fontconfig', '/usr/local/share/fonts'],
];

/**
 * LibreOffice may be installed apart from the system, such as in /opt. Its programs are then two levels below
 * its directory.
 */
function buildSandbox(program: string, directory: string): readonly string[] {
  const installed = dirname(dirname(realpathSync(program)));
  const own = /^\/(opt|usr\/lib|usr\/local)\/./.test(installed) ? [installed, program] : [];
  return buildBubblewrapCommand({ reads: [...NEEDED, ...own], directory, at: IN_SANDBOX });
}

/** Waits for the process to exit, and kills its group if it doesn't. Returns null on success. */
async function waitForExit(
  child: ChildProcess,
  { timeoutMs, memoryBytes, signal }: { timeoutMs: number; memoryBytes: number; signal: AbortSignal },
): Promise<ConversionAttempt | null> {
  let ending: ConversionAttempt | null = null;
  const end = (why: ConversionAttempt) => {
    ending ??= why;
    killGroup(child);
  };
  const interrupt = () => end(createFailure('unavailable', 'interrupted'));
  const waited = watchWaiting(child.pid);
  const endLimit = runAfterOwnTime(timeoutMs, waited, (hadItsTime) =>
    end(
      hadItsTime
        ? createFailure('time', 'it took too long')
        : createFailure('unavailable', 'the machine was too busy'),
    ),
  );
  const endYielding = runAfterOwnTime(YIELD_AFTER_MS, waited, () => yieldProcessor(child.pid));
  const watch = setInterval(() => {
    void readTreeMemory(child.pid).then((bytes) => {
      if (bytes > memoryBytes) end(createFailure('memory', `it used ${bytes} bytes`));
    });
  }, LOOK_EVERY_MS);
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const ended = await new Promise<ConversionAttempt | null>((resolve) => {
    child.once('error', (error) => resolve(createFailure('unavailable', error.message)));
    child.once('exit', (code, by) =>
      resolve(code === 0 ? null : createFailure('crash', `it exited with ${code ?? by ?? 'nothing'}`)),
    );
  });
  endLimit();
  endYielding();
  clearInterval(watch);
  signal.removeEventListener('abort', interrupt);
  // Kills whatever the process left running.
  killGroup(child);
  return ending ?? ended;
}

function createFailure(
  cause: Extract<ConversionAttempt, { kind: 'failed' }>['cause'],
  fault: string,
): ConversionAttempt {
  return { kind: 'failed', cause, fault };
}

/**
 * Returns the command prefix for a program whose sandbox the operator has turned off. The prefix cuts off the
 * network if the system allows that. The checks before conversion refuse documents that would use the network
 * anyway.
 */
function withoutNetwork(): Promise<readonly string[]> {
  known ??= canRun(WRAPPER).then((can) => (can ? WRAPPER : []));
  return known;
}

function canRun([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, 'true'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Writes a profile for one conversion to `path`. */
async function writeProfile(path: string): Promise<void> {
  const items = SETTINGS.map(
    ([at, name, value]) =>
      `<item oor:path="${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`;
  await mkdir(join(path, 'user'), { recursive: true });
  await writeFile(join(path, 'user', 'registrymodifications.xcu'), registry);
}
