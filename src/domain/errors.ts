/** Every error code of the API, with its HTTP status (RFC 9110) and default message. */
export const ERRORS = {
  malformed_request: { status: 400, message: 'The request body is malformed.' },
  unauthorized: { status: 401, message: 'Missing or invalid credentials.' },
  insufficient_scope: {
    status: 403,
    message: 'The API key or access token lacks a required scope.',
  },
  forbidden: { status: 403, message: "Your role doesn't allow this." },
  not_your_turn: { status: 403, message: "It isn't your turn to sign yet." },
  not_found: { status: 404, message: 'Not found.' },
  method_not_allowed: { status: 405, message: 'Method not allowed.' },
  version_conflict: { status: 409, message: 'It has changed since you last read it.' },
  invalid_state: { status: 409, message: "The envelope's status doesn't allow this." },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still in progress.',
  },
  payload_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: "This file type isn't supported." },
  range_not_satisfiable: { status: 416, message: "The file doesn't have the requested range." },
  validation_failed: { status: 422, message: 'The request is invalid.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was already used for a different request.',
  },
  legal_framework_unavailable: {
    status: 422,
    message: "Signatures under this legal framework aren't available.",
  },
  document_unreadable: { status: 422, message: "The document can't be used." },
  reminder_window: { status: 429, message: 'This signer was reminded less than an hour ago.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  internal: { status: 500, message: 'Something went wrong on our end.' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable.' },
  clock_wrong: {
    status: 503,
    message: "The server's clock is wrong, so nothing can be signed. Try again later.",
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** One broken rule in a request. `path` is a JSON pointer (RFC 6901) into the input. */
export type Issue = { readonly path: string; readonly message: string };

/** Builds a JSON pointer (RFC 6901) from property names and indexes. */
export function toJsonPointer(...parts: readonly (string | number | symbol)[]): string {
  return parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** An expected refusal: a code from {@link ERRORS}, with details that the caller may see. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  constructor(code: ErrorCode, details?: ErrorDetails, message?: string) {
    super(message ?? ERRORS[code].message);
    this.name = 'Refusal';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Creates a refusal, for code outside the domain to throw. */
export function createRefusal(code: ErrorCode, details?: ErrorDetails, message?: string): Refusal {
  return new Refusal(code, details, message);
}

/** Creates a `validation_failed` refusal. */
export function createInvalidRefusal(issues: readonly Issue[]): Refusal {
  return new Refusal('validation_failed', { issues });
}
