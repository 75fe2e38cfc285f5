import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createRefusal } from '#domain/errors.ts';

/** The state of a limit, as in the RateLimit headers, including the seconds until it resets. */
export type RateStatus = {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/**
 * Returns the RateLimit header fields of a response, both in the structured form of
 * draft-ietf-httpapi-ratelimit-headers-10 and as the three fields of its early versions. Returns none if
 * nothing was counted. The window is omitted where it is unknown.
 */
export function buildRateHeaders(
  rate: RateStatus | null,
  windowSeconds: number | null = WINDOW_SECONDS,
): Record<string, string> {
  if (rate === null) return {};
  const { limit, remaining, resetSeconds } = rate;
  return {
    'ratelimit-policy': `"requests";q=${limit}${windowSeconds === null ? '' : `;w=${windowSeconds}`}`,
    ratelimit: `"requests";r=${remaining};t=${resetSeconds}`,
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

/** The window for the request limits of credentials and addresses, in seconds. */
const WINDOW_SECONDS = 60;

export type RateLimiter = {
  /** Counts a request for `key`. Refuses with `rate_limited` and `details.retryAfterSeconds`. */
  readonly take: (key: string) => Promise<RateStatus>;
  /** Returns what is left for `key` without counting, or null if nothing was counted recently. */
  readonly left: (key: string) => Promise<RateStatus | null>;
};

/** Allows `points` requests per window and key, counted in this process. */
export function openRateLimiter(points: number, windowSeconds = WINDOW_SECONDS): RateLimiter {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds });
  const toStatus = (state: RateLimiterRes): RateStatus => ({
    limit: points,
    remaining: Math.max(0, state.remainingPoints),
    resetSeconds: getResetSeconds(state),
  });
  return {
    take: async (key) => {
      try {
        return toStatus(await limiter.consume(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw createRefusal('rate_limited', {
          limit: points,
          retryAfterSeconds: Math.max(1, getResetSeconds(error)),
        });
      }
    },
    left: async (key) => {
      const state = await limiter.get(key);
      return state === null ? null : toStatus(state);
    },
  };
}

/**
 * Limits each client address. IPv6 addresses count by their /64 network (RFC 4291 section 2.5.1), because a
 * client with one address of a network has all of them.
 */
export function openAddressRateLimiter(points: number): RateLimiter {
  const limiter = openRateLimiter(points);
  return {
    take: (address) => limiter.take(getNetwork(address)),
    left: (address) => limiter.left(getNetwork(address)),
  };
}

/** The tasks that are running usually finish within this time. */
const RETRY_SECONDS = 5;

/**
 * Limits the number of tasks that run at the same time in this process, in total and for each client address.
 */
export type ConcurrencyLimiter = {
  /** Runs a task. Refuses with `rate_limited` and `details.retryAfterSeconds` while too many are running. */
  readonly run: <Result>(address: string, task: () => Promise<Result>) => Promise<Result>;
};

/** IPv6 addresses count by their /64 network. */
export function openConcurrencyLimiter(limits: {
  readonly total: number;
  readonly perCaller: number;
}): ConcurrencyLimiter {
  const running = new Map<string, number>();
  let total = 0;
  return {
    run: async (address, task) => {
      const network = getNetwork(address);
      const own = running.get(network) ?? 0;
      const limit = own >= limits.perCaller ? limits.perCaller : limits.total;
      if (own >= limits.perCaller || total >= limits.total)
        throw createRefusal('rate_limited', { limit, retryAfterSeconds: RETRY_SECONDS });
      total += 1;
      running.set(network, own + 1);
      try {
        return await task();
      } finally {
        total -= 1;
        const left = (running.get(network) ?? 1) - 1;
        if (left === 0) running.delete(network);
        else running.set(network, left);
      }
    },
  };
}

/**
 * Returns the network that counts as one client: the first 64 bits of an IPv6 address, or the IPv4 address.
 */
export function getNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map(splitGroups);
  const left = Math.max(0, 8 - head.length - tail.length);
  const all = [...head, ...Array<number>(left).fill(0), ...tail];
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * Returns the groups of a part of an IPv6 address. An embedded IPv4 address at the end doesn't matter here.
 */
function splitGroups(part: string): number[] {
  if (part === '') return [];
  return part
    .replace(/[\d.]+\.\d+$/, '0:0')
    .split(':')
    .map((group) => parseInt(group, 16));
}

function getResetSeconds(state: RateLimiterRes): number {
  return Math.ceil(state.msBeforeNext / 1000);
}
