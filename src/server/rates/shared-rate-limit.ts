import { RateLimiterMemory } from 'rate-limiter-flexible';
import { createRefusal } from '#domain/errors.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { Database } from '#server/db/client/client.ts';
import { countRate, readRate, type RateCount } from '#server/db/housekeeping/rate-counts.ts';
import { getNetwork, type RateLimiter, type RateStatus } from './rate-limit.ts';

type Shared = {
  readonly db: Database;
  /** Distinguishes this limit's counts from those of other limits. */
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
  const toStatus = ({ count, millisecondsLeft }: RateCount): RateStatus => ({
    limit: points,
    remaining: Math.max(0, points - count),
    resetSeconds: toSeconds(millisecondsLeft),
  });
  const createTooManyRefusal = (millisecondsLeft: number) =>
    createRefusal('rate_limited', {
      limit: points,
      retryAfterSeconds: Math.max(1, toSeconds(millisecondsLeft)),
    });
  const hashKey = (key: string) => computeSha256Hex(`${name} ${key}`);
  return {
    take: async (key) => {
      const known = await refused.get(key);
      if (known !== null) throw createTooManyRefusal(known.msBeforeNext);
      const counted = await countRate(db.drizzle, hashKey(key), windowSeconds);
      if (counted.count <= points) return toStatus(counted);
      await refused.block(key, Math.max(1, toSeconds(counted.millisecondsLeft)));
      throw createTooManyRefusal(counted.millisecondsLeft);
    },
    left: async (key) => {
      const counted = await readRate(db.drizzle, hashKey(key));
      return counted === null ? null : toStatus(counted);
    },
  };
}

/**
 * Does the same as {@link openSharedRateLimiter} for each client address. IPv6 addresses count by their /64
 * network.
 */
export function openSharedAddressRateLimiter(shared: Shared): RateLimiter {
  const limiter = openSharedRateLimiter(shared);
  return {
    take: (address) => limiter.take(getNetwork(address)),
    left: (address) => limiter.left(getNetwork(address)),
  };
}

function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
