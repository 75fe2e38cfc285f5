import { createServer } from 'node:net';

import { openApp } from '#server/main/app.ts';
import { readConfig, type Settings, withPort } from '#server/runtime/config.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { prepareDatabase } from './database.ts';
import { waitForAbort } from './lifecycle.ts';

/** Runs the database, the web server and, unless told otherwise, a job worker until `stop` aborts. */
export async function serve({
  stop,
  worker,
}: {
  readonly stop: AbortSignal;
  readonly worker: boolean;
}): Promise<void> {
  refuseOthersData();
  const database = await prepareDatabase(await withFreePort(readConfig()));
  try {
    const app = await openApp(database.config);
    try {
      await app.operate();
      const { url } = await app.listen();
      if (worker) await app.work();
      process.stdout.write(`Countersign is listening on ${url}\n`);
      await waitForAbort(stop);
    } finally {
      await app.close();
    }
  } finally {
    await database.stop();
  }
}

/** Links and cookies contain the port, so port 0 is replaced by a free port first. */
async function withFreePort(settings: Settings): Promise<Settings> {
  const { host, port } = settings.http;
  if (port !== 0) return settings;
  const probe = createServer();
  const free = await new Promise<number>((resolve, reject) => {
    probe.on('error', reject).listen(0, host, () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return withPort(settings, free);
}
