import { openApp } from '#server/main/app.ts';
import { readConfig } from '#server/runtime/config.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { prepareDatabase } from './database.ts';
import { waitForAbort } from './lifecycle.ts';

/** Runs jobs without a web server until `stop` aborts. */
export async function work(stop: AbortSignal): Promise<void> {
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
