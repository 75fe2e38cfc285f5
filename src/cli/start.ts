import { createServer } from 'node:net';

import { openApp } from '#server/main/app.ts';
import { readConfig, type Settings, withPort } from '#server/runtime/config.ts';

import { refuseOthersData } from './operating/act-as-owner.ts';
import { buildPages } from './build.ts';
import { createCommand } from './command.ts';
import { prepareDatabase } from './database.ts';
import { waitForAbort, run, stopRequest } from './lifecycle.ts';

await run(async () => {
  await createCommand('npm start --', {
    about: 'Runs the web server and a job worker until it is stopped.',
    example: '--no-worker',
    keepsRoot: true,
    worksWithoutData: true,
  })
    .option('--no-worker', 'run the web server alone')
    .action(start)
    .parseAsync();
});

/** `npm start`: runs the pages, the database, the web server and the job worker until it is stopped. */
async function start({ worker }: { readonly worker: boolean }): Promise<void> {
  const stop = stopRequest();
  refuseOthersData();
  const settings = await withFreePort(readConfig());
  if (!(await buildUnlessStopped(stop))) return;
  const database = await prepareDatabase(settings);
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

/** Builds the pages if needed. Returns false if the process was asked to stop in the meantime. */
async function buildUnlessStopped(stop: AbortSignal): Promise<boolean> {
  try {
    await buildPages(stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return !stop.aborted;
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
