import { importServer, isBuilt } from './build.ts';
import { createCommand } from './command.ts';
import { run, stopRequest } from './lifecycle.ts';
import { WORKER_COMMAND } from './service-settings.ts';

await run(async () => {
  await createCommand(WORKER_COMMAND, {
    about: 'Runs jobs without a web server until it is stopped.',
    example: '',
    keepsRoot: true,
    worksWithoutData: true,
  })
    .action(work)
    .parseAsync();
});

/** `npm run worker`: without a build, it runs the sources. */
async function work(): Promise<void> {
  const stop = stopRequest();
  const { serve } = isBuilt() ? await importServer() : await import('./serve.ts');
  await serve(stop, { web: false, worker: true });
}
