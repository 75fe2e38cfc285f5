import type { HealthChecks } from '#server/health.ts';

/** Whether requests may be sent to this process and, if not, why. */
export type Readiness = {
  readonly status: 'ready' | 'stopping' | 'unavailable';
  readonly checks: HealthChecks;
};

/**
 * Returns the readiness. A process that is stopping or can't reach the database isn't ready. Any other
 * failure affects all processes alike, so taking them out of service would turn it into an outage.
 */
export function readReadiness(checks: HealthChecks, isStopping: boolean): Readiness {
  const status = isStopping ? 'stopping' : checks.database === 'ok' ? 'ready' : 'unavailable';
  return { status, checks };
}
