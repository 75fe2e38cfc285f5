import { checkHealth, type HealthChecks } from '#server/health/check-health.ts';
import type { Services } from '#server/app/services.ts';

/** Whether requests may be sent to this process, and why not. */
export type Readiness = {
  readonly status: 'ready' | 'stopping' | 'unavailable';
  readonly checks: HealthChecks;
};

/**
 * A process that stops, or can't reach the database, isn't ready. Everything else that fails affects all processes alike, so
 * that taking them out would make it an outage.
 */
export async function readReadiness(services: Services, isStopping: boolean): Promise<Readiness> {
  const checks = await checkHealth(services);
  const status = isStopping ? 'stopping' : checks.database === 'ok' ? 'ready' : 'unavailable';
  return { status, checks };
}
