import { capitalize } from '#domain/text.ts';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { getSurface } from '#server/surface/table.ts';
import { hasJsonBody } from '#server/http/rest/input.ts';
import type { Json, Response } from './model.ts';
import { buildHeaderReferences, listResponseHeaders } from './headers.ts';
import { hasParts, type Route } from '#server/http/rest/routes.ts';

/** Errors that every operation may return. An unknown query parameter is `validation_failed` everywhere. */
const ALWAYS: readonly ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];

/**
 * Additional errors for API keys and OAuth tokens, which are limited by their scopes and the person's role.
 */
const LIMITED: readonly ErrorCode[] = ['insufficient_scope', 'forbidden'];
type Details = { readonly example: Json; readonly text: string };

/** The content of `details` in addition to `requestId`, by code. */
const DETAILS: { readonly [C in ErrorCode]?: Details } = {
  version_conflict: {
    example: { currentVersion: 4 },
    text: '`details.currentVersion` is the current version of an envelope, `details.updatedAt` that of a template. Read it again before you retry.',
  },
  invalid_state: {
    example: { status: 'completed' },
    text: '`details.status` is the status that prevents the call; `details.reason`, if present, says what is missing.',
  },
  payload_too_large: {
    example: { maxBytes: LIMITS.jsonBodyMaxBytes },
    text: '`details.maxBytes` is the limit, or `details.maxFiles` if there are too many files.',
  },
  unsupported_media_type: {
    example: { acceptEncoding: 'identity' },
    text: '`details.acceptEncoding` is what a body may be encoded as, if it was compressed.',
  },
  range_not_satisfiable: {
    example: { size: 48_213 },
    text: '`details.size` is the size of the file in bytes, as in Content-Range.',
  },
  validation_failed: {
    example: { issues: [{ path: '/surprise', message: 'is not a known property' }] },
    text: '`details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.',
  },
  document_unreadable: {
    example: { reason: 'encrypted' },
    text: '`details.reason` is the cause, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.',
  },
  reminder_window: {
    example: { nextReminderAt: '2027-03-01T10:00:00.000Z', retryAfterSeconds: 1800 },
    text: '`details.nextReminderAt` is when the next reminder is allowed; `details.retryAfterSeconds` equals Retry-After.',
  },
  insufficient_scope: {
    example: {
      scopes: ['envelopes:write', 'envelopes:send', 'templates:read'],
      missing: ['envelopes:send'],
    },
    text: '`details.scopes` lists the scopes the call requires, `details.missing` those the token or key lacks.',
  },
  rate_limited: {
    example: { limit: 600, retryAfterSeconds: 12 },
    text: '`details.retryAfterSeconds` equals Retry-After.',
  },
};

/** The content of `details` when `unauthorized` is returned for links. */
const LINK_DETAILS: Details = {
  example: { reason: 'link_replaced' },
  text: '`details.reason`, if the link was once valid, is `link_replaced`, `link_expired`, or `link_suspended` while the sending organization is suspended. With `link_replaced`, `details.recalled` is true while the sender has taken the envelope back, so that there is no newer link. With both, `details.over` is true if nothing is left for its holder to sign, so that there will be no new one, and `details.displayName` and `details.senderName` say which document it was and whose. If its holder has asked someone else to act, `details.delegatedTo` is the name of that person, and `details.senderName` that of the sender. With `authentication_required`, the participant has to prove who they are first, by `details.method`. With `wrong_code`, `details.attemptsLeft` is how many more codes can be tried, and `details.mismatch`, for oidc, why the sign-in was not accepted.',
};

/**
 * Returns what the `details` of an error contain besides `requestId`, in Markdown. Returns an empty string if
 * they contain nothing else.
 */
export function getDetailsText(code: ErrorCode): string {
  return DETAILS[code]?.text ?? '';
}

const REQUEST_ID = '7d1f6c1e-3f0a-4a7e-9d53-0a4b2f6f4c11';

/** Returns the possible error codes of an operation, by status. */
export function listErrorCodes(route: Route): ErrorCode[] {
  const may = new Set<ErrorCode>([
    ...ALWAYS,
    ...(isOpen(route) ? [] : (['unauthorized'] as const)),
    ...(getSurface(route.path).cookies && route.type === 'mutation' ? (['forbidden'] as const) : []),
    ...route.rest.errors,
    ...(route.agentScopes !== null || getSurface(route.path).method === 'developer' ? LIMITED : []),
    ...(hasJsonBody(route)
      ? (['malformed_request', 'payload_too_large', 'unsupported_media_type'] as const)
      : []),
    ...(route.rest.body === 'bytes' ? (['malformed_request'] as const) : []),
    ...(hasParts(route) ? (['range_not_satisfiable'] as const) : []),
    ...(route.rest.idempotency === undefined
      ? []
      : (['idempotency_in_flight', 'idempotency_key_reused'] as const)),
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => may.has(code));
}

/** Checks whether visitors may call an operation. */
function isOpen({ path, rest }: Route): boolean {
  return getSurface(path).method === 'visitor' && rest.needsSession !== true;
}

/**
 * Returns the refusals of an operation by status, as references to the components of {@link
 * buildErrorComponents}.
 */
export function buildErrorReferences(route: Route): Record<string, Response> {
  return Object.fromEntries(
    listRefusals(route).map(({ status, name }) => [
      String(status),
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

/** Returns the error responses of these operations, with one component for each status and set of codes. */
export function buildErrorComponents(routes: readonly Route[]): Record<string, Response> {
  const all = routes.flatMap(listRefusals).toSorted((a, b) => a.status - b.status);
  return Object.fromEntries(all.map((refusal) => [refusal.name, buildResponse(refusal)]));
}

type Refusals = {
  readonly name: string;
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly byLink: boolean;
};

function listRefusals(route: Route): Refusals[] {
  const byStatus = Map.groupBy(listErrorCodes(route), (code) => ERRORS[code].status);
  return [...byStatus].map(([status, codes]) => {
    const byLink = status === 401 && getSurface(route.path).method === 'signer_token';
    const words = [...codes.flatMap((code) => code.split('_')), ...(byLink ? ['link'] : [])];
    return { name: `Error${status}${words.map(capitalize).join('')}`, status, codes, byLink };
  });
}

function buildResponse({ status, codes, byLink }: Refusals): Response {
  const getDetails = (code: ErrorCode) => (code === 'unauthorized' && byLink ? LINK_DETAILS : DETAILS[code]);
  const lines = codes.map((code) => {
    const text = getDetails(code)?.text;
    return `\`${code}\`: ${ERRORS[code].message}${text === undefined ? '' : ` ${text}`}`;
  });
  return {
    description: lines.join('\n\n'),
    headers: buildHeaderReferences(listResponseHeaders(status)),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          type: 'object',
          required: ['code'],
          properties: { code: { type: 'string', enum: [...codes] } },
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: buildErrorExample(code, getDetails(code)?.example) }]),
        ),
      },
    },
  };
}

function buildErrorExample(code: ErrorCode, details: Json | undefined): Json {
  return { code, message: ERRORS[code].message, details: { ...details, requestId: REQUEST_ID } };
}
