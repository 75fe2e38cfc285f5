import type { HealthChecks } from '#server/health/check-health.ts';

/** Whether requests may be sent to this process, and why not. */
export type Readiness = {
  readonly status: 'ready' | 'stopping' | 'unavailable';
  readonly checks: HealthChecks;
};

/**
 * A process that stops, or can't reach the database, isn't ready. Everything else that fails affects all processes alike, so
 * that taking them out would make it an outage.
 */
export function readReadiness(checks: HealthChecks, isStopping: boolean): Readiness {
  const status = isStopping ? 'stopping' : checks.database === 'ok' ? 'ready' : 'unavailable';
  return { status, checks };
}
