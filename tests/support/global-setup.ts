import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

import { compileMessages } from '../../scripts/messages.mjs';
import { startCluster } from './cluster-server.ts';

/** Compiles the messages and, unless only unit tests run, starts one PostgreSQL server for the whole run. */
export default async function setup({ vitest, provide }: TestProject): Promise<(() => Promise<void>) | void> {
  await compileMessages();
  if (vitest.projects.every(({ name }) => name === 'unit')) return;
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
    cluster: { directory: string; user: string };
    /** Directory for files that nobody needs after the run. */
    scratch: string;
  }
}
