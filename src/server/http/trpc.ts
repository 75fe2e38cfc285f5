import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { LIMITS } from '#domain/limits.ts';
import { dashboardRouter } from '#server/procedures/router.ts';
import type { Context } from '#server/trpc/init.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import type { ErrorReply } from './error.ts';
import { readBytes } from './rest/input.ts';

/** The prefix of the dashboard's own calls. */
export const TRPC = '/api/trpc';

/**
 * Answers a dashboard call, one procedure per request. A body over the JSON limit is refused with
 * `payload_too_large` before any of it is parsed.
 */
export async function answerTrpc(
  request: Request,
  context: Context,
  onError: (error: unknown) => void,
): Promise<Response> {
  return await fetchRequestHandler({
    endpoint: TRPC,
    req: await limitRequestBody(request),
    router: dashboardRouter,
    allowBatching: false,
    createContext: () => context,
    responseMeta: ({ errors: [error] }) => {
      const refused = error === undefined ? null : toRefusal(error);
      return refused === null ? {} : { status: refused.status };
    },
    onError: ({ error }) => onError(error),
  });
}

/**
 * Returns an error that occurred before a procedure was reached, in the shape that the dashboard's client
 * reads.
 */
export function buildTrpcErrorBody({ status, body }: ErrorReply, requestId: string): unknown {
  const code = 'INTERNAL_SERVER_ERROR';
  return {
    error: {
      code: TRPC_ERROR_CODES_BY_KEY[code],
      message: body.message,
      data: { code, httpStatus: status, refusal: body, requestId },
    },
  };
}

async function limitRequestBody(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const bytes = await readBytes(request, LIMITS.jsonBodyMaxBytes);
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: bytes as BodyInit });
}
