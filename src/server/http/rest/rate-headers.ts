import type { RateStatus } from '#server/trpc/rate-limit.ts';

/** The RateLimit header fields of an answer; none where nothing was counted. */
export function rateHeaders(rate: RateStatus | null): Record<string, string> {
  if (rate === null) return {};
  return {
    'ratelimit-limit': String(rate.limit),
    'ratelimit-remaining': String(rate.remaining),
    'ratelimit-reset': String(rate.resetSeconds),
  };
}
