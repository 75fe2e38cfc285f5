import type { Schema } from './types.ts';

/** A call that the API refused. Programs should check `code`; `message` is for people. */
export class CountersignError extends Error {
  readonly status: number;
  readonly code: Schema<'Error'>['code'];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Schema<'Error'>) {
    super(describe(status, body));
    this.name = 'CountersignError';
    this.status = status;
    this.code = body.code;
    this.details = body.details ?? {};
  }

  /** Identifies the request in the service's log. */
  get requestId(): string | null {
    const { requestId } = this.details;
    return typeof requestId === 'string' ? requestId : null;
  }
}

type Issue = { readonly path?: unknown; readonly message?: unknown };

/** Names what a stack trace should show: the code, the first problem, and the request. */
function describe(status: number, { code, message, details = {} }: Schema<'Error'>): string {
  const { issues, requestId } = details as {
    readonly issues?: readonly Issue[];
    readonly requestId?: unknown;
  };
  const first = Array.isArray(issues) ? (issues as readonly Issue[])[0] : undefined;
  const problem = first === undefined ? '' : ` (${String(first.path)} ${String(first.message)})`;
  return `${status} ${code}: ${message}${problem}${typeof requestId === 'string' ? ` [request ${requestId}]` : ''}`;
}

/** Reads the error of a response. An error from a proxy instead of the API has no API code. */
export async function readError(response: Response): Promise<CountersignError> {
  const text = await response.text();
  return new CountersignError(response.status, parseError(text) ?? createUnknownError(response));
}

function parseError(text: string): Schema<'Error'> | null {
  try {
    const body = JSON.parse(text) as Partial<Schema<'Error'>> | null;
    return typeof body?.code === 'string' && typeof body.message === 'string'
      ? (body as Schema<'Error'>)
      : null;
  } catch {
    return null;
  }
}

function createUnknownError({ status, statusText }: Response): Schema<'Error'> {
  const code = status >= 500 ? 'unavailable' : 'malformed_request';
  return { code, message: `The server answered ${status} ${statusText}`.trimEnd() };
}
