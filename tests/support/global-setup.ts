import type { TestProject } from 'vitest/node';

import { compileMessages } from '../../scripts/messages.mjs';
import { startCluster } from './cluster-server.ts';

/** One PostgreSQL server for the whole run; test files make their databases in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await compileMessages();
  const cluster = await startCluster();
  project.provide('cluster', cluster.address);
  return cluster.stop;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { directory: string; user: string };
  }
}
