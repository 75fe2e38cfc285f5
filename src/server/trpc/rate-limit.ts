import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refusal } from '#domain/errors.ts';

/** What is left of a limit, as the RateLimit header fields say it: seconds until it is full again. */
export type RateStatus = {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

export type RateLimiter = {
  /** Counts one request of `key`; refuses with `rate_limited` and `details.retryAfterSeconds` when there were too many. */
  readonly take: (key: string) => Promise<RateStatus>;
};

/** Allows `perMinute` requests a minute for each key, counted in this process. */
export function openRateLimiter(perMinute: number): RateLimiter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return {
    take: async (key) => {
      try {
        const state = await limiter.consume(key);
        return { limit: perMinute, remaining: state.remainingPoints, resetSeconds: seconds(state) };
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refusal('rate_limited', { limit: perMinute, retryAfterSeconds: Math.max(1, seconds(error)) });
      }
    },
  };
}

function seconds(state: RateLimiterRes): number {
  return Math.ceil(state.msBeforeNext / 1000);
}
