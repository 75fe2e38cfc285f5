import { importServer, isBuilt } from './build.ts';
import { run, stopRequest } from './lifecycle.ts';

/** `npm run worker`: runs jobs without a web server until it is stopped. Without a build, it runs the sources. */
await run(async () => {
  const stop = stopRequest();
  const { serve } = isBuilt() ? await importServer() : await import('./serve.ts');
  await serve(stop, { web: false, worker: true });
});
