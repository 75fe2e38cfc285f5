import { buildProduct, importServer } from './build.ts';
import { createCommand } from './command.ts';
import { run, stopRequest } from './lifecycle.ts';
import { START_COMMAND } from './service-settings.ts';

await run(async () => {
  await createCommand(START_COMMAND, {
    about: 'Runs the web server and a job worker until it is stopped.',
    example: '--no-worker',
    keepsRoot: true,
    worksWithoutData: true,
  })
    .option('--no-worker', 'run the web server alone')
    .option('--sources', 'run the sources of the server instead of its bundle, to debug them')
    .action(start)
    .parseAsync();
});

/** `npm start`: builds what has changed, and runs the server until it is stopped. */
async function start({
  worker,
  sources,
}: {
  readonly worker: boolean;
  readonly sources?: true;
}): Promise<void> {
  const stop = stopRequest();
  if (!(await buildUnlessStopped(stop))) return;
  const { serve } = sources ? await import('./serve.ts') : await importServer();
  await serve(stop, { web: true, worker });
}

/** Builds the pages and bundles if needed. Returns false if the process was asked to stop in the meantime. */
async function buildUnlessStopped(stop: AbortSignal): Promise<boolean> {
  try {
    await buildProduct(stop);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return !stop.aborted;
}
