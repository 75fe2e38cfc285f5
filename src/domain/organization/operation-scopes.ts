import type { KeyScope } from './key-scope.ts';

const READ = ['envelopes:read'] as const;
const WRITE = ['envelopes:write'] as const;
const SEND = ['envelopes:send'] as const;
const READ_TEMPLATES = ['templates:read'] as const;
const WRITE_TEMPLATES = ['templates:write'] as const;
/** For what prepares and reaches people at once. */
const WRITE_AND_SEND = ['envelopes:write', 'envelopes:send'] as const;
const WEBHOOKS = ['webhooks'] as const;
/** For operations that tell a webhook's server or the caller what happens to envelopes. */
const WEBHOOKS_AND_READ = ['webhooks', 'envelopes:read'] as const;
const MEMBERS = ['members'] as const;
const KEYS = ['keys'] as const;
const SETTINGS = ['settings'] as const;

/**
 * The scopes that an API key needs for each operation. For what agents can call too, these are the scopes
 * that an access token needs.
 */
export const OPERATION_SCOPES: Readonly<Record<string, readonly KeyScope[]>> = {
  'GET /api/v1/ping': [],
  'GET /api/v1/me': [],

  'GET /api/v1/envelopes': READ,
  'POST /api/v1/envelopes': WRITE,
  'GET /api/v1/envelopes/{id}': READ,
  'DELETE /api/v1/envelopes/{id}': WRITE,
  'PUT /api/v1/envelopes/{id}/draft': WRITE,
  'POST /api/v1/envelopes/{id}/detect': WRITE,
  'POST /api/v1/envelopes/{id}/copy': ['envelopes:read', 'envelopes:write'],
  'GET /api/v1/envelopes/{id}/changes': ['envelopes:read'],
  'POST /api/v1/envelopes/{id}/versions': ['envelopes:read', 'envelopes:write'],
  'POST /api/v1/envelopes/{id}/send': SEND,
  'POST /api/v1/envelopes/{id}/unschedule': SEND,
  'POST /api/v1/envelopes/{id}/remind': SEND,
  'POST /api/v1/envelopes/{id}/recall': SEND,
  'POST /api/v1/envelopes/{id}/void': SEND,
  'PUT /api/v1/envelopes/{id}/expiry': SEND,
  'PATCH /api/v1/envelopes/{id}/participants/{participantId}': SEND,
  'POST /api/v1/envelopes/{id}/participants/{participantId}/accept-passkey': SEND,
  'POST /api/v1/envelopes/{id}/participants/{participantId}/resend-link': SEND,
  'POST /api/v1/envelopes/{id}/participants/{participantId}/session': WRITE_AND_SEND,
  'POST /api/v1/envelopes/{id}/session': WRITE_AND_SEND,
  'GET /api/v1/envelopes/{id}/events': READ,
  'GET /api/v1/envelopes/{id}/evidence': READ,
  'GET /api/v1/envelopes/{id}/threads': READ,
  'POST /api/v1/envelopes/{id}/threads/{threadId}/messages': SEND,
  'POST /api/v1/envelopes/{id}/threads/{threadId}/settle': SEND,
  'GET /api/v1/envelopes/{id}/extract': READ,
  'GET /api/v1/envelopes/{id}/attachments/{attachmentId}': READ,

  'GET /api/v1/envelopes/{id}/document': READ,
  'PUT /api/v1/envelopes/{id}/document': WRITE,
  'POST /api/v1/envelopes/{id}/upload/complete': WRITE,
  'POST /api/v1/envelopes/{id}/documents': WRITE,
  'PATCH /api/v1/envelopes/{id}/documents': WRITE,
  'PUT /api/v1/envelopes/{id}/documents/{documentId}': WRITE,
  'DELETE /api/v1/envelopes/{id}/documents/{documentId}': WRITE,

  'GET /api/v1/events': READ,
  'GET /api/v1/events/samples': READ,

  'GET /api/v1/labels': READ,
  'POST /api/v1/labels': WRITE_AND_SEND,
  'PATCH /api/v1/labels/{id}': WRITE_AND_SEND,
  'DELETE /api/v1/labels/{id}': WRITE_AND_SEND,
  'POST /api/v1/labels/{id}/envelopes': WRITE_AND_SEND,
  'POST /api/v1/archive': WRITE_AND_SEND,
  'GET /api/v1/envelopes/{id}/labels': READ,
  'PUT /api/v1/envelopes/{id}/labels': WRITE_AND_SEND,

  'GET /api/v1/templates': READ_TEMPLATES,
  'POST /api/v1/templates': ['envelopes:read', 'templates:write'],
  'GET /api/v1/templates/{id}': READ_TEMPLATES,
  'PATCH /api/v1/templates/{id}': WRITE_TEMPLATES,
  'DELETE /api/v1/templates/{id}': WRITE_TEMPLATES,
  'POST /api/v1/templates/{id}/copy': ['templates:read', 'templates:write'],
  'POST /api/v1/templates/{id}/restore': WRITE_TEMPLATES,
  'GET /api/v1/templates/{id}/document': READ_TEMPLATES,
  'PUT /api/v1/templates/{id}/fields': WRITE_TEMPLATES,
  'POST /api/v1/templates/{id}/envelopes': ['envelopes:write', 'templates:read'],
  'GET /api/v1/templates/{id}/form': READ_TEMPLATES,
  'PUT /api/v1/templates/{id}/form': ['templates:write', 'envelopes:send'],
  'DELETE /api/v1/templates/{id}/form': WRITE_TEMPLATES,

  'POST /api/v1/bulk-send-checks': WRITE_AND_SEND,
  'POST /api/v1/bulk-sends': WRITE_AND_SEND,
  'GET /api/v1/bulk-sends': READ,
  'GET /api/v1/bulk-sends/{id}': READ,
  'GET /api/v1/bulk-sends/{id}/results': READ,

  'GET /api/v1/contacts': ['contacts'],

  'GET /api/v1/signer-passkeys': READ,
  'DELETE /api/v1/signer-passkeys/{id}': SETTINGS,

  'GET /api/v1/webhooks': WEBHOOKS,
  'POST /api/v1/webhooks': WEBHOOKS_AND_READ,
  'GET /api/v1/webhooks/{id}': WEBHOOKS,
  'PATCH /api/v1/webhooks/{id}': WEBHOOKS_AND_READ,
  'DELETE /api/v1/webhooks/{id}': WEBHOOKS,
  'POST /api/v1/webhooks/{id}/rotate-secret': WEBHOOKS,
  'POST /api/v1/webhooks/{id}/test': WEBHOOKS,
  'POST /api/v1/webhooks/{id}/sample': WEBHOOKS,
  'GET /api/v1/webhooks/{id}/deliveries': WEBHOOKS_AND_READ,
  'GET /api/v1/webhooks/{id}/deliveries/{deliveryId}': WEBHOOKS_AND_READ,
  'POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': WEBHOOKS_AND_READ,
  'POST /api/v1/webhooks/{id}/replay': WEBHOOKS_AND_READ,

  'GET /api/v1/embedding': READ,
  'PUT /api/v1/embedding': SETTINGS,
  'GET /api/v1/branding': SETTINGS,
  'PATCH /api/v1/branding': SETTINGS,
  'GET /api/v1/identity-providers': SETTINGS,
  'POST /api/v1/identity-providers': SETTINGS,
  'GET /api/v1/identity-providers/{id}': SETTINGS,
  'PATCH /api/v1/identity-providers/{id}': SETTINGS,
  'DELETE /api/v1/identity-providers/{id}': SETTINGS,

  // Everyone who reads or prepares envelopes has to know the teams that these can belong to.
  'GET /api/v1/teams': READ,
  'POST /api/v1/teams': MEMBERS,
  'PATCH /api/v1/teams/{id}': MEMBERS,
  'DELETE /api/v1/teams/{id}': MEMBERS,
  'PUT /api/v1/teams/{id}/members/{userId}': MEMBERS,
  'DELETE /api/v1/teams/{id}/members/{userId}': MEMBERS,
  'GET /api/v1/members': MEMBERS,
  'PATCH /api/v1/members/{userId}': MEMBERS,
  'DELETE /api/v1/members/{userId}': MEMBERS,
  'POST /api/v1/invitations': MEMBERS,
  'POST /api/v1/invitations/{id}/resend': MEMBERS,
  'DELETE /api/v1/invitations/{id}': MEMBERS,

  'GET /api/v1/api-keys': KEYS,
  'POST /api/v1/api-keys': KEYS,
  'DELETE /api/v1/api-keys/{id}': KEYS,

  'GET /api/v1/audit-log': ['audit:read'],

  'GET /api/v1/test-inbox': WRITE_AND_SEND,
  'GET /api/v1/test-inbox/{id}': WRITE_AND_SEND,
  'POST /api/v1/test-clock/advance': WRITE_AND_SEND,
};

/** Returns the scopes that an API key needs for an operation, or null if keys can't call it. */
export function findOperationScopes(operation: {
  readonly method: string;
  readonly path: string;
}): readonly KeyScope[] | null {
  return OPERATION_SCOPES[`${operation.method} ${operation.path}`] ?? null;
}
