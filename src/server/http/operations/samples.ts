import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readQueueStates } from '#server/db/housekeeping/queued-jobs.ts';
import type { Sample } from '#server/metrics/catalogue.ts';
import type { Services } from '#server/app/services.ts';
import type { Readiness } from './readiness.ts';

const QUANTILES = [50, 99, 100];
const NANOSECONDS = 1e9;

/** Reads what is measured at the moment of a scrape. */
export function openSamples(services: Services) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return {
    read: async ({ status, checks }: Readiness): Promise<readonly Sample[]> => {
      const loop = QUANTILES.map((quantile) => ({
        name: 'countersign_event_loop_delay_seconds' as const,
        labels: { quantile: String(quantile / 100) },
        value: delay.count === 0 ? 0 : delay.percentile(quantile) / NANOSECONDS,
      }));
      delay.reset();
      return [
        { name: 'countersign_ready', value: Number(status === 'ready') },
        ...Object.entries(checks).map(([check, state]) => ({
          name: 'countersign_health' as const,
          labels: { check },
          value: Number(state !== 'failing'),
        })),
        { name: 'countersign_seal_key_expiring', value: Number(checks.sealKey === 'expiring') },
        ...(checks.jobs === 'ok' ? await queueSamples(services) : []),
        ...poolSamples(services),
        ...loop,
        { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
        { name: 'process_cpu_seconds_total', value: cpuSeconds() },
        { name: 'process_start_time_seconds', value: startedAt },
      ];
    },
    close: () => delay.disable(),
  };
}

async function queueSamples({ db, log }: Services): Promise<readonly Sample[]> {
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

function poolSamples({ db }: Services): readonly Sample[] {
  const { busy, idle, waiting } = db.pool();
  return [
    { name: 'countersign_database_connections', labels: { state: 'busy' }, value: busy },
    { name: 'countersign_database_connections', labels: { state: 'idle' }, value: idle },
    { name: 'countersign_database_waiting', value: waiting },
  ];
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
