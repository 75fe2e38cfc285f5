import type { Effect } from '../effects.ts';

/** Returns the job that builds the next part of an export. */
export function exportJob(organizationId: string, exportId: string): Effect {
  return { name: 'svc/export.started', payload: { organizationId, exportId } };
}
