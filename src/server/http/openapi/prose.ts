import { LIMITS } from '#domain/limits.ts';
import { ALL_SCOPES, SCOPES } from '#domain/organization/scope.ts';
import type { Method } from '#server/surface/table.ts';
import type { Json } from './model.ts';
import { HOUR_MS } from '#domain/time.ts';

/** The introduction to the API, in Markdown. */
export const OVERVIEW = `Send documents for signature, in order, and get them back sealed with evidence that anyone can verify.

**Authentication.** Each URL prefix accepts one kind of credentials. \`/api/v1\` accepts an organization's API key (\`Authorization: Bearer svc_sk_…\` or \`x-api-key\`), and for operations that list it, an agent's access token (OAuth 2.1). \`/api/signer\` accepts the token of a signing link (bearer or \`?token=\`), \`/api/editing\` that of a draft's session URL. Records of other organizations are 404.

**Values.** Timestamps are UTC with milliseconds and \`Z\`. Optional values of a record are always present and may be \`null\`. Geometry is in fractions (0 to 1) of the displayed page, from the top left; page numbers start at 1. Unknown properties and query parameters are refused (422). Responses may gain properties: ignore those you don't know.

**Versions.** An envelope's \`version\` increases by one with each event that changes it. Send the version you have read as \`expectedVersion\`: if it is outdated, nothing changes and the call returns 409 \`version_conflict\`.

**Errors.** Every error body is \`{code, message, details?}\`. Base your logic on \`code\`. \`details.requestId\` is the \`X-Request-Id\` of the response.

**Idempotency.** Where \`Idempotency-Key\` is documented, repeating a key doesn't run anything again, and the response has \`Idempotency-Replayed: true\`. After a refused call (any 4xx), the key can be used again.

**Polling.** \`GET /api/v1/events\` lists what happened to all envelopes, each event once: send \`cursor\` back as \`after\`, with \`wait\` to be answered as soon as something happens. To be notified instead, create a webhook.`;

/** Groups of operations in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'Your credentials, and what they allow.',
  Envelopes: 'Documents with their participants and fields, from draft to sealed PDF.',
  Events: 'What happened to all envelopes, each event once.',
  Templates: 'Reusable layouts for new envelopes.',
  'Bulk sends': 'A template sent to every line of a recipient list.',
  Contacts: 'Earlier recipients.',
  Labels: 'What an organization files its envelopes under. Recipients never see labels.',
  Webhooks: 'Messages to your server when events happen.',
  Embedding: 'Your own application as the way to a document.',
  'Signer passkeys': 'The passkeys that people sign with, and whom each has signed for.',
  'Identity providers': 'Where recipients sign in before they see a document, by OpenID Connect.',
  Organization: 'What recipients see of the organization.',
  Teams: 'What envelopes and templates belong to. Only its members see what belongs to a private team.',
  Members: 'Who belongs to the organization and in which role, and who is invited.',
  'API keys': 'Credentials of programs.',
  'Test mode': 'Messages of a test environment, which has keys of its own that start with `svc_sk_test_`.',
  'Audit log': 'Who changed what in the organization.',
  Signer: 'What the holder of a signing link can read and do. No account is required.',
  Editing: 'What the page that edits one draft for the user of another application can do.',
  Sessions:
    'Signing in to and out of the web app. Sessions travel in cookies, never in a body. Browsers have to call from our own origin.',
  Consent: 'What a person decides about an app that asks for access (OAuth 2.1).',
  Health: 'For probes.',
};

/** The credentials for each kind of surface, besides the OAuth token that some operations accept. */
export const SECURITY: Readonly<Record<Method, readonly Json[]>> = {
  developer: [{ apiKey: [] }, { apiKeyHeader: [] }],
  signer_token: [{ signerToken: [] }, { signerTokenQuery: [] }],
  editing_token: [{ editingToken: [] }],
  agent: [],
  document_token: [],
  upload_token: [],
  directory_token: [],
  authorization_server: [],
  session: [],
  visitor: [],
  none: [],
};

/** The security of operations that only a signed-in person may call. */
export const SESSION_SECURITY: readonly Json[] = [{ sessionCookie: [] }];

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'API key of an organization: `Authorization: Bearer svc_sk_…`. Create and revoke keys in the dashboard. A key is shown only once.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same API key in a separate header.',
  },
  signerToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a signing link. It arrives by email after `#token=`; clients never create one.',
  },
  signerTokenQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The same token as a query parameter, for URLs that a browser opens directly.',
  },
  editingToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a page that was opened with the session URL of a draft.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'countersign_session',
    description: 'The session of the web app. On HTTPS its name starts with `__Host-`.',
  },
} as const;

/** Describes how agents get tokens. The authorization server is the app itself, at `origin`. */
export function buildOauthScheme(origin: string): Json {
  return {
    type: 'oauth2',
    description:
      'Access token of an agent that a person has authorized (OAuth 2.1: authorization code with PKCE). Operations that accept it list the required scopes; all others require an API key.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${origin}/oauth/authorize`,
        tokenUrl: `${origin}/oauth/token`,
        refreshUrl: `${origin}/oauth/token`,
        scopes: Object.fromEntries(ALL_SCOPES.map((scope) => [scope, SCOPES[scope].explanation])),
      },
    },
  };
}

/** Request headers as components. */
export const REQUEST_HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`.',
    schema: { type: 'string', pattern: '^(?:W/)?"v\\d{1,9}-[\\w-]+"$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of an earlier response. While nothing has changed, the call returns 304 without a body.',
    schema: { type: 'string' },
  },
  IdempotencyKeyStored: describeIdempotencyKey('the same status and body as the first response'),
  IdempotencyKeyCurrent: describeIdempotencyKey(
    'the same status and the current envelope, regardless of `expectedVersion`',
  ),
} as const;

function describeIdempotencyKey(answer: string): Json {
  const hours = LIMITS.idempotencyKeptMs / HOUR_MS;
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns ${answer}, with \`Idempotency-Replayed: true\`. While the first request is in progress, repeating it returns 409 \`idempotency_in_flight\`; using the key for a different request returns 422 \`idempotency_key_reused\`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for ${hours} hours per organization and operation.`,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyMaxChars,
      pattern: '^[\\x20-\\x7e]+$',
    },
  };
}

/** Descriptions for query parameters whose schema has none. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  beginning: 'How the address, the name or the last name begins, case-insensitive.',
  archived: 'Whether to list archived ones instead.',
  cursor: 'nextCursor of the previous page.',
  download: 'Whether browsers save the file instead of displaying it.',
  limit: `Maximum number of results. Default: ${LIMITS.listLimitDefault}.`,
  q: 'Part of the name, case-insensitive.',
  recipient: "Part of a participant's name or email, case-insensitive.",
  sort: 'Sort order. Default: created, newest first.',
  teamId: 'Only results of this team.',
  templateId: 'Only results created from this template.',
};

/** Describes a path parameter. For example, `{id}` after `envelopes` is the identifier of an envelope. */
export function describePathParameter(path: string, name: string): string {
  const plural = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? 'records';
  const noun = plural.replace(/ies$/, 'y').replace(/s$/, '');
  return `ID of the ${noun}. Returns 404 if your organization has none with this ID.`;
}
