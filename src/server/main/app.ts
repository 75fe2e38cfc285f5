import type { Config } from '#server/runtime/config.ts';
import type { Clock } from '#server/runtime/context.ts';
import { listenOperations, type OperationsServer } from '#server/http/operations.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { type PageTexts, readPageTexts, warmPages } from '#server/http/pages/pages.ts';
import { admitPage, type PageEntry, type PageRequest } from '#server/http/pages/page.ts';
import { startRepeatingJobs } from '#server/jobs/repeating.ts';
import type { Repeating } from '#server/runtime/repeat.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { findFirstAccountUrl } from '#server/organizations/first-account.ts';
import { openServices } from './open-services.ts';

/** The running program. */
export type App = {
  /** Starts the web server: the API, and the pages if they are built. */
  readonly listen: () => Promise<{ url: string; port: number }>;
  /** Returns the address that creates the first account; null once there is one. */
  readonly findFirstAccountUrl: () => Promise<string | null>;
  /** Starts working on jobs. */
  readonly work: () => Promise<void>;
  /** Opens the port for operators' tools, if one is configured. */
  readonly operate: () => Promise<void>;
  /** Finishes running requests and jobs, then closes everything. */
  readonly close: () => Promise<void>;
  /** Admits a request for a page and opens the procedures for it. */
  readonly admit: (request: PageRequest) => Promise<PageEntry>;
  /** The scripts that contain the pages' texts. */
  readonly pageTexts: PageTexts;
  /** Logs an unexpected error of a page with the request ID that the reader sees. */
  readonly reportPageError: (error: unknown, requestId: string, path: string) => void;
};

/**
 * The key under which pages find the running program on `globalThis`, because they are bundled separately
 * from it.
 */
export const APP_SYMBOL = Symbol.for('countersign.app');

/**
 * Opens the program with a configuration whose database is ready. Uses the time of the database unless a
 * clock is given. Doesn't listen or work on jobs yet; with `works: false`, it never works.
 */
export async function openApp(
  config: Config,
  clock?: Clock,
  parts?: { readonly works: boolean },
): Promise<App> {
  const { services, close: closeServices } = await openServices(config, clock, parts);
  let server: HttpServer | null = null;
  let operations: OperationsServer | null = null;
  let repeating: readonly Repeating[] = startRepeatingJobs(services, 'every process');
  let isStopping = false;
  const app: App = {
    listen: async () => {
      server = await listenHttp(services);
      void warmPages(services, server.port);
      return { url: config.http.origin, port: server.port };
    },
    findFirstAccountUrl: () => findFirstAccountUrl(services),
    work: async () => {
      await services.queue.work(createHandlers(services), { concurrency: config.workerConcurrency });
      repeating = [...repeating, ...startRepeatingJobs(services, 'workers')];
    },
    operate: async () => {
      if (config.operations !== null)
        operations = await listenOperations(services, config.operations, () => isStopping);
    },
    close: async () => {
      isStopping = true;
      await server?.close(config.shutdownDelayMs);
      await Promise.all(repeating.map(({ stop }) => stop()));
      await operations?.close();
      await closeServices();
    },
    admit: (request) => admitPage(services, request),
    pageTexts: readPageTexts(),
    reportPageError: (error, requestId, path) =>
      services.log.error({ err: error, requestId, path }, 'page failed'),
  };
  (globalThis as Record<symbol, unknown>)[APP_SYMBOL] = app;
  return app;
}
