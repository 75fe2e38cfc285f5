import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refusal } from '#domain/errors.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import type { Database } from '#server/db/client/client.ts';
import { countRate, readRate, type RateCount } from '#server/db/housekeeping/rate-counts.ts';
import { networkOf, type RateLimiter, type RateStatus } from './rate-limit.ts';

type Shared = {
  readonly db: Database;
  /** Distinguishes its counts from other limits'. */
  readonly name: string;
  readonly points: number;
  readonly windowSeconds?: number;
};

/**
 * Allows `points` requests per window and key across all processes, counted in the database. Once a key is
 * refused, this process refuses it without a query until the window ends, so that refused requests cost the
 * database nothing.
 */
export function openSharedRateLimiter({ db, name, points, windowSeconds = 60 }: Shared): RateLimiter {
  const refused = new RateLimiterMemory({ points: 1, duration: windowSeconds });
  const status = ({ count, millisecondsLeft }: RateCount): RateStatus => ({
    limit: points,
    remaining: Math.max(0, points - count),
    resetSeconds: seconds(millisecondsLeft),
  });
  const tooMany = (millisecondsLeft: number) =>
    refusal('rate_limited', { limit: points, retryAfterSeconds: Math.max(1, seconds(millisecondsLeft)) });
  const keyed = (key: string) => sha256Hex(`${name} ${key}`);
  return {
    take: async (key) => {
      const known = await refused.get(key);
      if (known !== null) throw tooMany(known.msBeforeNext);
      const counted = await countRate(db.drizzle, keyed(key), windowSeconds);
      if (counted.count <= points) return status(counted);
      await refused.block(key, Math.max(1, seconds(counted.millisecondsLeft)));
      throw tooMany(counted.millisecondsLeft);
    },
    left: async (key) => {
      const counted = await readRate(db.drizzle, keyed(key));
      return counted === null ? null : status(counted);
    },
  };
}

/** The same for each client address; IPv6 counts by the /64 network. */
export function openSharedAddressRateLimiter(shared: Shared): RateLimiter {
  const limiter = openSharedRateLimiter(shared);
  return {
    take: (address) => limiter.take(networkOf(address)),
    left: (address) => limiter.left(networkOf(address)),
  };
}

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
