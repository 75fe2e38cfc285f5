import type { RateStatus } from '#server/trpc/rate-limit.ts';

/** Returns the RateLimit headers of a response; none if nothing was counted. */
export function rateHeaders(rate: RateStatus | null): Record<string, string> {
  if (rate === null) return {};
  return {
    'ratelimit-limit': String(rate.limit),
    'ratelimit-remaining': String(rate.remaining),
    'ratelimit-reset': String(rate.resetSeconds),
  };
}
