import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';

/** Calls that wait until something of their organization changes. */
export type Waits = {
  /**
   * Waits until the organization's waits are ended. Returns false after `ms`. Refuses with `rate_limited` if
   * too many calls are waiting.
   */
  readonly begin: (organizationId: string, ms: number) => Promise<boolean>;
  /** Ends the waits of an organization that has changed. */
  readonly end: (organizationId: string) => void;
  /** Ends all waits and tells them whether their organizations may have changed. */
  readonly endAll: (changed: boolean) => void;
};

export function openWaits(): Waits {
  const byOrganization = new Map<string, Set<(changed: boolean) => void>>();
  let count = 0;

  const endThose = (organizationId: string, changed: boolean) => {
    for (const end of byOrganization.get(organizationId) ?? []) end(changed);
  };
  return {
    begin: async (organizationId, ms) => {
      const own = byOrganization.get(organizationId) ?? new Set();
      const limit = LIMITS.feedWaitersPerOrganizationMax;
      if (own.size >= limit || count >= LIMITS.feedWaitersMax)
        throw createRefusal('rate_limited', { limit, retryAfterSeconds: 5 });
      byOrganization.set(organizationId, own);
      count += 1;
      return await new Promise<boolean>((resolve) => {
        const end = (changed: boolean) => {
          clearTimeout(timer);
          own.delete(end);
          if (own.size === 0) byOrganization.delete(organizationId);
          count -= 1;
          resolve(changed);
        };
        const timer = setTimeout(end, ms, false);
        own.add(end);
      });
    },
    end: (organizationId) => endThose(organizationId, true),
    endAll: (changed) => {
      for (const organizationId of byOrganization.keys()) endThose(organizationId, changed);
    },
  };
}
