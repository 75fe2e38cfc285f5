import { isIP } from 'node:net';
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

/**
 * The same for each client address. Of IPv6 the network of 64 bits counts (RFC 4291 section 2.5.1): whoever has one
 * address of it has them all, and would begin anew with each.
 */
export function openAddressRateLimiter(points: number): RateLimiter {
  const limiter = openRateLimiter(points);
  return {
    take: (address) => limiter.take(networkOf(address)),
    left: (address) => limiter.left(networkOf(address)),
  };
}

/** The network of a client address that counts as one: of IPv6 the first 64 bits, of IPv4 the address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map(groupsOf);
  const left = Math.max(0, 8 - head.length - tail.length);
  const all = [...head, ...Array<number>(left).fill(0), ...tail];
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The groups of a part of an IPv6 address; an IPv4 address at its end, which is two of them, is of no matter here. */
function groupsOf(part: string): number[] {
  if (part === '') return [];
  return part
    .replace(/[\d.]+\.\d+$/, '0:0')
    .split(':')
    .map((group) => parseInt(group, 16));
}

function seconds(state: RateLimiterRes): number {
  return Math.ceil(state.msBeforeNext / 1000);
}
