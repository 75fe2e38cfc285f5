import { LIMITS } from '#domain/limits.ts';
import { ALL_SCOPES, SCOPES } from '#domain/organization/scope.ts';
import type { Method } from '#server/surface/table.ts';
import type { Json } from './model.ts';

/** What every reader has to know before the first call, in Markdown. */
export const OVERVIEW = `Send documents for signature, in order, and get them back sealed with evidence that anyone can check.

**Surfaces.** Each URL prefix takes exactly one kind of credential. \`/api/v1\` takes an organization's API key (\`Authorization: Bearer svc_sk_…\` or \`x-api-key\`), and on the operations that list it the access token of an agent (OAuth 2.1); \`/api/signer\` takes the token of a signing link (bearer, or \`?token=\`). What belongs to another organization is 404.

**Values.** Timestamps are UTC with milliseconds and \`Z\`. Every optional value of a record is present and \`null\`. Geometry is in fractions 0..1 of the page as a viewer shows it, origin top-left; pages count from 1. Properties and query parameters that are not described are refused (422). Answers may gain properties: ignore the ones that you do not know.

**Versions.** An envelope's \`version\` grows by one with each event that changes it. Send the version that you read as \`expectedVersion\`: a call on another version changes nothing and is 409 \`version_conflict\`.

**Errors.** Every error body is \`{code, message, details?}\`; decide by \`code\`. \`details.requestId\` repeats the \`X-Request-Id\` of the answer.

**Idempotency.** Where \`Idempotency-Key\` is described, a repeated key runs nothing again and is answered with \`Idempotency-Replayed: true\`. A refused call (any 4xx) gives its key back.

**Polling.** The event log of an envelope tells all that happened to it, in order: remember the last \`seq\` that you have seen. To be told instead, make a webhook.`;

/** The groups of operations, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'The credential in hand.',
  Envelopes: 'A document with its participants and fields, from draft to seal.',
  Templates: 'Reusable layouts that new envelopes are made from.',
  Webhooks: 'Calls to your own server when something happens.',
  Signer: 'What the holder of a signing link may read and do. Nobody needs an account for it.',
  Health: 'For probes.',
};

/** How the credentials of each kind of surface are sent, beside the OAuth token that some operations take. */
export const SECURITY: Readonly<Record<Method, readonly Json[]>> = {
  developer: [{ apiKey: [] }, { apiKeyHeader: [] }],
  signer_token: [{ signerToken: [] }, { signerTokenQuery: [] }],
  agent: [],
  document_token: [],
  authorization_server: [],
  session: [],
  visitor: [],
  none: [],
};

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An organization’s API key: `Authorization: Bearer svc_sk_…`. Made and revoked in the dashboard, where it is shown once.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same API key in a header field of its own.',
  },
  signerToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a signing link. It arrives by mail, behind `#token=`, and is never made by a client.',
  },
  signerTokenQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The same token as a query parameter, for addresses that a browser opens by itself.',
  },
} as const;

/** How agents get their tokens: the authorization server is the app itself, at `origin`. */
export function oauthScheme(origin: string): Json {
  return {
    type: 'oauth2',
    description:
      'The access token of an agent, which a person let in on the consent page (OAuth 2.1: authorization code with PKCE). Each operation lists the scopes that it needs; others take an API key only.',
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

/** Header fields of requests, as components. */
export const REQUEST_HEADERS = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  },
  IdempotencyKeyStored: idempotencyKey('the same status and body as the first time'),
  IdempotencyKeyCurrent: idempotencyKey(
    'the same status and the envelope as it is now, whatever `expectedVersion` it carries',
  ),
} as const;

function idempotencyKey(answer: string): Json {
  const hours = LIMITS.idempotencyKeptMs / 3_600_000;
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with ${answer}, and \`Idempotency-Replayed: true\`. A key whose first request is still running is 409 \`idempotency_in_flight\`; one that stood for another request is 422 \`idempotency_key_reused\`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept ${hours} hours for this operation of your organization.`,
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyMaxChars },
  };
}

/** Query parameters whose schema does not say what they are for. */
export const PARAMETER_TEXTS: Readonly<Record<string, string>> = {
  archived: 'Whether archived ones are listed instead.',
  cursor: 'nextCursor of the previous page.',
  download: 'Whether a browser saves the file rather than showing it.',
  limit: `How many to answer at most. Default: ${LIMITS.listLimitDefault}.`,
  q: 'Part of the name, whatever its case.',
  recipient: 'Part of a participant’s name or address, whatever its case.',
  sort: 'Order of the list. Default: created, newest first.',
  teamId: 'Only those of this team.',
  templateId: 'Only those made from this template.',
};

/** What a parameter in a path names: `{id}` behind `envelopes` is an envelope's. */
export function pathParameterText(path: string, name: string): string {
  const plural = new RegExp(`([\\w-]+)/\\{${name}\\}`).exec(path)?.[1] ?? 'records';
  const noun = plural.replace(/ies$/, 'y').replace(/s$/, '');
  return `The identifier of the ${noun}. One that names none of your organization’s is 404.`;
}
