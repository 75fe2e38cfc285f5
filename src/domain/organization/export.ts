import type { Effect } from '../effects.ts';
import type { Loss } from './may-still.ts';

export const EXPORT_STOPS = ['starter_removed', 'starter_demoted'] as const;
/** Why an export ended before it had everything: the person who started it is no longer an owner. */
export type ExportStop = (typeof EXPORT_STOPS)[number];

/** Returns why an export stops, given why the person who started it lost the right to it. */
export function findExportStop(loss: Loss): ExportStop {
  return loss === 'removed' ? 'starter_removed' : 'starter_demoted';
}

/** Returns the job that builds the next part of an export. */
export function exportJob(organizationId: string, exportId: string): Effect {
  return { name: 'svc/export.started', payload: { organizationId, exportId } };
}

/** Returns the job that tells the owners that the service stopped an export. */
export function announceStoppedExport(organizationId: string, exportId: string): Effect {
  return { name: 'svc/export.stopped', payload: { organizationId, exportId } };
}
