import { createServer, type AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { APP_SYMBOL, openApp, type App } from '#server/main/app.ts';
import { type Config, readConfig } from '#server/runtime/config.ts';
import { openLog } from '#server/runtime/log.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openStorage } from '#server/storage/open-storage.ts';
import { buildProduct } from '../../src/cli/build.ts';
import { createTestDatabase, makeScratchDirectory, type TestDatabase } from '../support/cluster.ts';
import { launchChromium } from '../support/launch-chromium.ts';
import { patience } from '../support/patience.ts';

/** A browser tab, and what went wrong in it: errors, warnings and requests to other origins. */
export type Visit = { readonly page: Page; readonly context: BrowserContext; readonly faults: string[] };

/** Whether refused requests are expected because the test provokes them, or count as faults. */
type Expectations = { readonly refusals: boolean };

/** The program with its pages and jobs, and a browser. */
export type AppHarness = {
  readonly app: App;
  readonly origin: string;
  readonly database: TestDatabase;
  /** Publishes waiting entries to the public log, like `npm run cli -- log publish`. */
  readonly publishLog: () => Promise<void>;
  /** Opens a page in a new browser context. */
  readonly visit: (options?: BrowserContextOptions, expects?: Expectations) => Promise<Visit>;
  readonly close: () => Promise<void>;
};

export type AppOptions = {
  /** Runs no jobs, so that documents stay in processing. */
  readonly idle?: boolean;
  readonly env?: Record<string, string>;
  /** A data directory to use with its own database, such as a restored one. It isn't removed afterwards. */
  readonly dataDir?: string;
  /** The program's clock. Default: the database's. */
  readonly clock?: () => Date;
};

let browser: Promise<Browser> | undefined;
let shared: Promise<Running> | undefined;

type Running = Pick<AppHarness, 'app' | 'origin' | 'database' | 'publishLog' | 'close'>;

/**
 * Opens the program on a free port. Files without options share one program for the whole run. Pages find the
 * program through `globalThis`, so a program with options replaces it until it's closed.
 */
export async function openAppHarness(options: AppOptions = {}): Promise<AppHarness> {
  if (Object.keys(options).length > 0) {
    const own = await open(options);
    return visiting(own, own.close);
  }
  shared ??= open({});
  return visiting(await shared, () => Promise.resolve());
}

async function open({ idle = false, env = {}, dataDir, clock }: AppOptions): Promise<Running> {
  await buildProduct();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const variables = {
    DATA_DIR: dataDir ?? (await makeScratchDirectory()),
    HOST: 'localhost',
    PORT: String(port),
    ORIGIN: origin,
    LOG_LEVEL: 'silent',
    OUTBOUND_NETWORKS: '127.0.0.0/8,::1',
    RATE_LIMIT_LOGIN: '10000',
    SIGNUP: 'open',
    ...env,
  };
  const pages = globalThis as Record<symbol, unknown>;
  const before = pages[APP_SYMBOL];
  const settings = readConfig(variables);
  const database = dataDir === undefined ? await createTestDatabase() : await openOwnDatabase(dataDir);
  const config = { ...settings, database: database.address };
  const app = await openApp(config, clock);
  await app.listen();
  if (!idle) await app.work();
  return {
    app,
    origin,
    database,
    publishLog: () => publish(config, clock),
    close: async () => {
      await app.close();
      await database.drop();
      pages[APP_SYMBOL] = before;
    },
  };
}

/** Starts the database of a data directory, and stops it at the end. */
async function openOwnDatabase(dataDir: string): Promise<TestDatabase> {
  const { address, owner, stop } = await startEmbedded(dataDir);
  await migrate(owner);
  return { address, owner, drop: stop };
}

async function publish(config: Config, clock: () => Date = () => new Date()): Promise<void> {
  const db = openDatabase(config.database);
  const storage = openStorage(config.storageUrl);
  if (storage === null) throw new Error('no storage');
  try {
    const timestamps = openTimestampServices({ ...config.timestamps, clock, onFailure: () => undefined });
    const outbound = openOutbound(config.outbound);
    const log = openLog('silent');
    await openLogKeeper({ config, db, storage, outbound, timestamps, clock, log }).round({ all: true });
  } finally {
    await db.close();
  }
}

/** Adds visits, which end when the file no longer needs the program. */
function visiting({ app, origin, database, publishLog }: Running, close: () => Promise<void>): AppHarness {
  const contexts: BrowserContext[] = [];
  return {
    app,
    origin,
    database,
    publishLog,
    visit: async (options = {}, expects = { refusals: true }) => {
      const context = await (
        await launch()
      ).newContext({
        viewport: { width: 1280, height: 860 },
        baseURL: origin,
        // While a color is changing, its contrast isn't the final one.
        reducedMotion: 'reduce',
        ...options,
      });
      contexts.push(context);
      return observe(context, await context.newPage(), origin, expects);
    },
    close: async () => {
      await Promise.all(contexts.map((context) => context.close()));
      await close();
    },
  };
}

function launch(): Promise<Browser> {
  return (browser ??= launchChromium());
}

/** Collects what goes wrong in a tab. */
export function observe(
  context: BrowserContext,
  page: Page,
  origin: string,
  { refusals }: Expectations = { refusals: true },
): Visit {
  page.setDefaultTimeout(patience(20_000));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = refusals && message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' || message.type() === 'warning') && !isExpected)
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) faults.push(`foreign request: ${url}`);
  });
  return { page, context, faults };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
