import { openApp } from '#server/app/app.ts';
import { readConfig } from '#server/app/config.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { readyDatabase } from './database.ts';
import { aborted, run, stopRequest } from './lifecycle.ts';

await run(work);

/** `npm run worker`: runs jobs without a web server until it is stopped. */
async function work(): Promise<void> {
  const stop = stopRequest();
  refuseOthersData();
  const database = await readyDatabase(readConfig());
  try {
    const app = await openApp(database.config);
    try {
      await app.operate();
      await app.work();
      process.stdout.write('Countersign is processing jobs\n');
      await aborted(stop);
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}
