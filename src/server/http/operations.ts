import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { countPartitionsAhead } from '#server/db/housekeeping/event-partitions.ts';
import { readQueueStates } from '#server/db/housekeeping/queued-jobs.ts';
import { type HealthChecks, watchHealth } from '#server/health.ts';
import type { Sample } from '#server/metrics/catalogue.ts';
import { watchProcess } from '#server/metrics/metrics.ts';
import type { Services } from '#server/runtime/services.ts';
import { VERSION } from '#server/runtime/version.ts';

/** The port for the operator's own tools. */
export type OperationsServer = {
  readonly port: number;
  /** Settles once all checks have run for the first time. */
  readonly checked: Promise<void>;
  readonly close: () => Promise<void>;
};

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** How long a response waits for the first checks after startup. */
const FIRST_CHECKS_MS = 50;

/** Whether requests may be sent to this process and, if not, why. */
type Readiness = {
  readonly status: 'ready' | 'stopping' | 'unavailable';
  readonly checks: HealthChecks;
};

/**
 * Answers `/livez`, `/readyz` and `/metrics` on a separate port, based on checks that run in the background.
 * They answer at once, even if something hangs. `isStopping` turns readiness off.
 */
export async function listenOperations(
  services: Services,
  { host, port }: { readonly host: string; readonly port: number },
  isStopping: () => boolean,
): Promise<OperationsServer> {
  const { metrics } = services;
  const readProcess = watchProcess();
  const health = watchHealth(services);
  const readChecks = async () => {
    await Promise.race([health.checked, delay(FIRST_CHECKS_MS, undefined, { ref: false })]);
    return readReadiness(health.read(), isStopping());
  };
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/livez': () => Promise.resolve(createJsonAnswer(200, { status: 'alive' })),
    '/readyz': async () => {
      const readiness = await readChecks();
      return createJsonAnswer(readiness.status === 'ready' ? 200 : 503, readiness);
    },
    '/metrics': async () => {
      const now = await readSamples(services, await readChecks());
      return {
        status: 200,
        type: metrics.contentType,
        body: `${await metrics.render(now)}${await readProcess()}`,
      };
    },
  };
  const server = createServer((message, response) => {
    const path = (message.url ?? '/').split('?', 1)[0] ?? '/';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (message.method !== 'GET' && message.method !== 'HEAD')
      return send(response, createJsonAnswer(405, { status: 'method not allowed' }));
    if (answer === undefined) return send(response, createJsonAnswer(404, { status: 'not found' }));
    void answer().then(
      (found) => send(response, found),
      (error: unknown) => {
        services.log.error({ err: error, path }, 'request of the operations port failed');
        send(response, createJsonAnswer(500, { status: 'failed' }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    checked: health.checked,
    close: async () => {
      health.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Returns whether this process is ready for requests, and why not. A process that is stopping or can't reach
 * the database isn't ready. Any other failure affects all processes alike, so taking them out of service
 * would turn it into an outage.
 */
export function readReadiness(checks: HealthChecks, isStopping: boolean): Readiness {
  const status = isStopping ? 'stopping' : checks.database === 'ok' ? 'ready' : 'unavailable';
  return { status, checks };
}

function createJsonAnswer(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** Reads the values that are measured at the moment of a scrape. */
async function readSamples(services: Services, { status, checks }: Readiness): Promise<readonly Sample[]> {
  return [
    { name: 'countersign_ready', value: Number(status === 'ready') },
    ...Object.entries(checks).map(([check, state]) => ({
      name: 'countersign_health' as const,
      labels: { check },
      value: Number(state !== 'failing'),
    })),
    { name: 'countersign_build_info', labels: { version: VERSION, node: process.version }, value: 1 },
    { name: 'countersign_seal_key_expiring', value: Number(checks.sealKey === 'expiring') },
    ...readSealKeySamples(services),
    ...(checks.jobs === 'ok' ? await readQueueSamples(services) : []),
    ...(checks.database === 'ok' ? await partitionSamples(services) : []),
    ...readPoolSamples(services),
  ];
}

async function readQueueSamples({ db, log }: Services): Promise<readonly Sample[]> {
  const states = await readQueueStates(db).catch((error: unknown) => {
    log.warn({ err: error }, 'the queues could not be counted');
    return [];
  });
  return [
    ...states.map(({ queue, waiting }) => ({
      name: 'countersign_jobs_waiting' as const,
      labels: { queue },
      value: waiting,
    })),
    ...states.map(({ queue, dueSeconds }) => ({
      name: 'countersign_jobs_due_seconds' as const,
      labels: { queue },
      value: dueSeconds,
    })),
    ...states.map(({ queue, failed }) => ({
      name: 'countersign_jobs_failed' as const,
      labels: { queue },
      value: failed,
    })),
  ];
}

async function partitionSamples({ db, log }: Services): Promise<readonly Sample[]> {
  try {
    return [{ name: 'countersign_event_partitions_ahead', value: await countPartitionsAhead(db.drizzle) }];
  } catch (error) {
    log.warn({ err: error }, 'the partitions could not be counted');
    return [];
  }
}

function readSealKeySamples({ sealKey }: Services): readonly Sample[] {
  const expiry = sealKey?.expiry() ?? null;
  const name = 'countersign_seal_certificate_expiry_timestamp_seconds';
  return expiry === null ? [] : [{ name, value: Math.floor(expiry.getTime() / 1000) }];
}

function readPoolSamples({ db }: Services): readonly Sample[] {
  const { busy, idle, waiting } = db.pool();
  return [
    { name: 'countersign_database_connections', labels: { state: 'busy' }, value: busy },
    { name: 'countersign_database_connections', labels: { state: 'idle' }, value: idle },
    { name: 'countersign_database_waiting', value: waiting },
  ];
}
