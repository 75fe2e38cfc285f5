import { createServer } from 'node:net';

import { openApp } from '#server/main/app.ts';
import { listMisspelledSettings, readConfig, type Settings, withPort } from '#server/runtime/config.ts';
import { openLog } from '#server/runtime/log.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { prepareDatabase } from './database.ts';
import { endOnUncaught } from './last-resort.ts';
import { waitForAbort } from './lifecycle.ts';

/** Which parts of the program this process runs. */
export type Parts = { readonly web: boolean; readonly worker: boolean };

/** Runs the database with the web server, a job worker or both until `stop` aborts. */
export async function serve(stop: AbortSignal, { web, worker }: Parts): Promise<void> {
  refuseOthersData();
  const settings = readConfig();
  endOnUncaught(openLog(settings.logLevel));
  for (const line of listMisspelledSettings()) process.stderr.write(`countersign: ${line}\n`);
  const database = await prepareDatabase(web ? await withFreePort(settings) : settings);
  try {
    const app = await openApp(database.config, undefined, { works: worker });
    try {
      await app.operate();
      const url = web ? (await app.listen()).url : null;
      if (worker) await app.work();
      const first = web ? await app.findFirstAccountUrl() : null;
      process.stdout.write(`Countersign is ${url === null ? 'processing jobs' : `listening on ${url}`}\n`);
      if (first !== null)
        process.stdout.write(`Create the first account, which administers this server, at ${first}\n`);
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
