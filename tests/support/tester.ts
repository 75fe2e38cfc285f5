import type { Requester } from '#server/process/requester.ts';

/** A requester of document work, for tests where it doesn't matter. */
export const TESTER: Requester = { organizationId: 'org_tester', waiting: 'request' };

/** A request from another organization. */
export function requestOf(organizationId: string, signal?: AbortSignal): Requester {
  return { organizationId, waiting: 'request', ...(signal === undefined ? {} : { signal }) };
}
