import { readConfig } from '#server/runtime/config.ts';
import { openServices } from '#server/main/open-services.ts';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { listenHttp } from '#server/http/node/listen.ts';

/** Another process of a test's cluster, which serves the API and MCP at the test's time. Prints its port. */
const { address, dataDir, origin, now } = JSON.parse(process.argv[2] ?? '') as {
  readonly address: DatabaseAddress;
  readonly dataDir: string;
  readonly origin: string;
  readonly now: string;
};
const settings = readConfig({ DATA_DIR: dataDir, ORIGIN: origin, LOG_LEVEL: 'silent' });
const config = { ...settings, database: address, http: { ...settings.http, host: '127.0.0.1', port: 0 } };
const { services } = await openServices(config, () => new Date(now));
const { port } = await listenHttp(services);
process.stdout.write(`listening on ${port}\n`);
