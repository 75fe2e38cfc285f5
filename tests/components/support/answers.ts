import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { DashboardRouter } from '#server/procedures/router.ts';
import { ERRORS } from '#domain/errors.ts';
import { RefusedCall } from '#ui/envelopes/dashboard-client.ts';
import type { WireError } from '#wire/error.ts';

type Inputs = inferRouterInputs<DashboardRouter>;
type Outputs = inferRouterOutputs<DashboardRouter>;
type Names = { [Area in keyof Outputs]: `${Area & string}.${keyof Outputs[Area] & string}` }[keyof Outputs];
type Given<Name, All> = Name extends `${infer Area}.${infer Call}`
  ? Area extends keyof All
    ? Call extends keyof All[Area]
      ? All[Area][Call]
      : never
    : never
  : never;

/** Answers to the calls of the dashboard's API. One that throws a `RefusedCall` refuses. */
export type Calls = {
  readonly [Name in Names]?: (
    input: Given<Name, Inputs>,
  ) => Given<Name, Outputs> | Promise<Given<Name, Outputs>>;
};

/** Answers a request, or leaves it to the next. */
type Answerer = (request: Request, url: URL) => Promise<Response | null> | Response | null;

const answerers = new Set<Answerer>();
const { fetch: fetchFromServer } = globalThis;

/** Puts what tests answer in place of the server. Comes before everything that keeps a reference to `fetch`. */
globalThis.fetch = async (resource, init) => {
  const request = new Request(resource, init);
  const url = new URL(request.url);
  for (const answer of answerers) {
    const answered = await answer(request.clone(), url);
    if (answered !== null) return answered;
  }
  return await fetchFromServer(resource, init);
};

/** Answers requests until the returned function is called. */
export function answerRequests(answer: Answerer): () => void {
  answerers.add(answer);
  return () => answerers.delete(answer);
}

/** Answers calls of the dashboard's API. Calls without an answer are refused as unknown. */
export function answerDashboard(calls: Calls): Answerer {
  return async (request, { pathname, searchParams }) => {
    if (!pathname.startsWith('/api/trpc/')) return null;
    const name = pathname.slice('/api/trpc/'.length) as Names;
    const text = request.method === 'POST' ? await request.text() : searchParams.get('input');
    try {
      const call = calls[name] as ((input: unknown) => unknown) | undefined;
      if (call === undefined) throw refuse('not_found', `no test answers ${name}`);
      return Response.json({ result: { data: await call(text ? JSON.parse(text) : undefined) } });
    } catch (thrown) {
      if (!(thrown instanceof RefusedCall)) throw thrown;
      const { refusal } = thrown;
      const { status } = ERRORS[refusal.code];
      const error = { code: -32_600, message: refusal.message, data: { httpStatus: status, refusal } };
      return Response.json({ error }, { status });
    }
  };
}

/** Returns a refusal of a call. */
export function refuse(
  code: WireError['code'],
  message: string = ERRORS[code].message,
  details: WireError['details'] = undefined,
): RefusedCall {
  return new RefusedCall({ code, message, ...(details && { details }) });
}
