import { openApp } from '#server/main/app.ts';
import { readConfig } from '#server/runtime/config.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { prepareDatabase } from './database.ts';
import { waitForAbort, run, stopRequest } from './lifecycle.ts';

await run(runWorker);

/** `npm run worker`: runs jobs without a web server until it is stopped. */
async function runWorker(): Promise<void> {
  const stop = stopRequest();
  refuseOthersData();
  const database = await prepareDatabase(readConfig());
  try {
    const app = await openApp(database.config);
    try {
      await app.operate();
      await app.work();
      process.stdout.write('Countersign is processing jobs\n');
      await waitForAbort(stop);
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
