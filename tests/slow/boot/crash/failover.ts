import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { startPatroni } from '../../../support/patroni.ts';
import { deploymentOn } from './deployment.ts';
import type { Victim } from './victim.ts';

/** The same deployment on a cluster of three database servers. Kills the primary with all its processes. */
export async function failoverOn(dataDir: string): Promise<Victim> {
  // The database's account needs access.
  chmodSync(dataDir, 0o755);
  const directory = join(dataDir, 'cluster');
  mkdirSync(directory);
  const cluster = await startPatroni(directory);
  const deployment = await deploymentOn(dataDir, { DATABASE_URL: cluster.url });
  return {
    ...deployment,
    strike: () => cluster.killPrimary(),
    settled: async () => {
      await cluster.steady();
      await deployment.settled();
    },
    stop: async () => {
      await deployment.stop();
      await cluster.stop();
    },
  };
}
