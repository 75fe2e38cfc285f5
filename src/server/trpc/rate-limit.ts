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
  /** What is left for `key`, counting nothing; null where nothing was counted of late. */
  readonly left: (key: string) => Promise<RateStatus | null>;
};

/** Allows so many requests a window, a minute unless told otherwise, for each key; counted in this process. */
export function openRateLimiter(points: number, windowSeconds = 60): RateLimiter {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds });
  const status = (state: RateLimiterRes): RateStatus => ({
    limit: points,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: seconds(state),
  });
  return {
    take: async (key) => {
      try {
        return status(await limiter.consume(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refusal('rate_limited', { limit: points, retryAfterSeconds: Math.max(1, seconds(error)) });
      }
    },
    left: async (key) => {
      const state = await limiter.get(key);
      return state === null ? null : status(state);
    },
  };
}

function seconds(state: RateLimiterRes): number {
  return Math.ceil(state.msBeforeNext / 1000);
}
