import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

import { type ClusterAddress, startCluster } from './cluster-server.ts';

const MESSAGES = fileURLToPath(new URL('../../scripts/messages.mjs', import.meta.url));

/** Compiles the messages and, unless only unit tests run, starts one PostgreSQL server for the whole run. */
export default async function setup({ vitest, provide }: TestProject): Promise<(() => Promise<void>) | void> {
  // In a process of its own, because vitest would transform the functions that the compiler prints.
  execFileSync(process.execPath, [MESSAGES], { stdio: 'inherit' });
  if (vitest.projects.every(({ name }) => /^(?:unit|compiling|components)\b/.test(name))) return;
  const cluster = await startCluster();
  const scratch = await mkdtemp(join(tmpdir(), 'countersign-tests-'));
  provide('cluster', cluster.address);
  provide('scratch', scratch);
  return async () => {
    await cluster.stop();
    await rm(scratch, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ClusterAddress;
    /** A directory for files that aren't needed after the run. */
    scratch: string;
  }
}
