import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

import { announceCluster } from './cluster-address.ts';
import { startCluster } from './cluster-server.ts';

const MESSAGES = fileURLToPath(new URL('../../scripts/messages.mjs', import.meta.url));

/** Projects whose tests never open a database. */
const WITHOUT_DATABASE = /^(?:unit|compiling|components|parts)\b/;

/**
 * Compiles the messages, and starts one PostgreSQL server for the whole run if a project needs it. Tests without
 * a database don't wait for it.
 */
export default async function setup({ vitest, provide }: TestProject): Promise<() => Promise<void>> {
  // In a process of its own: the compiler prints functions, which vitest would have rewritten here.
  execFileSync(process.execPath, [MESSAGES], { stdio: 'inherit' });
  const scratch = await mkdtemp(join(tmpdir(), 'countersign-tests-'));
  provide('scratch', scratch);
  const isNeeded = vitest.projects.some(({ name }) => !WITHOUT_DATABASE.test(name));
  const starting = isNeeded ? startInBackground(scratch) : null;
  return async () => {
    await (await starting)?.stop();
    // Programs that tests have just killed may still write for a moment.
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Starts the server and tells the workers where it is, or why there is none. */
async function startInBackground(directory: string): Promise<{ stop: () => Promise<void> } | null> {
  try {
    const { address, stop } = await startCluster();
    await announceCluster(directory, { address });
    return { stop };
  } catch (error) {
    await announceCluster(directory, { error: error instanceof Error ? (error.stack ?? '') : String(error) });
    return null;
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for files that aren't needed after the run. */
    scratch: string;
  }
}
