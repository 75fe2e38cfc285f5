import { setTimeout as pause } from 'node:timers/promises';
import { getErrorCode } from '#domain/error-code.ts';

/** The API of a running service. */
export type Service = {
  /**
   * Returns the response to a GET of this path, or null for a 404. Keeps retrying while the service is busy
   * or can't be reached.
   */
  readonly read: (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;
};

type Options = {
  readonly url: URL;
  readonly key: string;
  readonly stop: AbortSignal;
  readonly say: (text: string) => void;
};

/** Longer than a request to the event feed waits for events. */
const TIMEOUT_MS = 60_000;
const LONGEST_PAUSE_SECONDS = 30;

export function openService({ url, key, stop, say }: Options): Service {
  async function attempt(address: URL): Promise<Response | string> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` }, signal });
      return answer.status === 429 || answer.status >= 500 ? await discardAnswer(answer) : answer;
    } catch (error) {
      stop.throwIfAborted();
      return getFailureReason(error);
    }
  }

  return {
    read: async (path, query = {}) => {
      const address = new URL(`${url.pathname.replace(/\/$/, '')}${path}`, url);
      address.search = String(new URLSearchParams(query));
      for (let failures = 0; ; failures++) {
        const answer = await attempt(address);
        if (typeof answer !== 'string') return await readBody(answer);
        const seconds = Math.min(2 ** failures, LONGEST_PAUSE_SECONDS);
        say(`${url.origin}: ${answer}. Trying again in ${seconds} s.`);
        await pause(seconds * 1000, undefined, { signal: stop });
      }
    },
  };
}

/** Returns why a request got no response, as an error code if there is one. */
export function getFailureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return getFailureReason(error.cause);
  return getErrorCode(error) ?? error.message;
}

async function discardAnswer(answer: Response): Promise<string> {
  await answer.body?.cancel();
  return `status ${answer.status}`;
}

async function readBody(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body;
  if (answer.status === 404) return null;
  const message = (body as { readonly message?: unknown } | null)?.message;
  throw new Error(`${answer.url.replace(/\?.*/, '')}: ${String(message ?? `status ${answer.status}`)}`);
}
