import { isBuilt, importBundle } from './build.ts';
import { run, stopRequest } from './lifecycle.ts';
import type * as Work from './work.ts';

/** `npm run worker`: runs jobs without a web server until it is stopped. Without a build, it runs the sources. */
await run(async () => {
  const stop = stopRequest();
  const { work } = isBuilt() ? await importBundle<typeof Work>('cli-work') : await import('./work.ts');
  await work(stop);
});
