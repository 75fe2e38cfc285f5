import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { readConfig } from '#server/runtime/config.ts';
import { openServices } from '#server/main/open-services.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { listenHttp } from '#server/http/node/listen.ts';

/**
 * Another process of a test's cluster, which serves the API and MCP at the test's time. Prints its port. Its
 * parent may tell it a later time, and is answered when that counts. If it `waits`, it loads its code and begins
 * at the first time that it's told.
 */
const { address, dataDir, origin, now, env, waits } = JSON.parse(process.argv[2] ?? '') as {
  readonly address: DatabaseAddress;
  readonly dataDir: string;
  readonly origin: string;
  readonly now: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly waits?: boolean;
};
// Nobody is left to end it if the test's own process was killed.
process.on('disconnect', () => process.exit());
// It may be killed, and then would keep nothing for the next one.
flushCompileCache();
let time = new Date(waits === true ? String((await once(process, 'message'))[0]) : now);
process.on('message', (later) => {
  time = new Date(String(later));
  process.send?.('set');
});
const settings = readConfig({
  DATA_DIR: dataDir,
  ORIGIN: origin,
  LOG_LEVEL: 'silent',
  SIGNUP: 'open',
  ...env,
});
const config = { ...settings, database: address, http: { ...settings.http, host: '127.0.0.1', port: 0 } };
const { services } = await openServices(config, () => new Date(time));
const { port } = await listenHttp(services);
process.stdout.write(`listening on ${port}\n`);
