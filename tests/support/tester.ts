import type { Requester } from '#server/process/requester.ts';

/** Who asks for document work where that doesn't matter. */
export const TESTER: Requester = { organizationId: 'org_tester', waiting: 'request' };

/** A request of another organization. */
export function requestOf(organizationId: string, signal?: AbortSignal): Requester {
  return { organizationId, waiting: 'request', ...(signal === undefined ? {} : { signal }) };
}
