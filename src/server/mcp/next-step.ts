import type { ErrorCode } from '#domain/errors.ts';

/** What an agent should do after each error code. */
export const NEXT_STEP: Readonly<Record<ErrorCode, string>> = {
  malformed_request: "Send the arguments as one JSON object that matches the tool's input schema.",
  unauthorized: 'The connection has ended. Ask the user to connect Countersign again.',
  insufficient_scope:
    'Tell the user which scopes are missing (details.missing). They can grant them by connecting again and selecting those scopes.',
  forbidden: "The user's role doesn't allow this. Only an administrator of their organization can help.",
  not_your_turn: 'Wait until the previous participants have signed. get_envelope shows who they are.',
  not_found: 'Check the ID. search_envelopes and list_templates show the existing ones.',
  method_not_allowed: 'Call one of the tools listed by tools/list.',
  version_conflict:
    'The envelope has changed. Call get_envelope, check whether your change still makes sense, and call again with its version as expectedVersion and a new idempotencyKey.',
  invalid_state:
    'Call get_envelope. details.status and details.reason explain what prevents this. Retry only after that has changed.',
  idempotency_in_flight: 'Wait a few seconds, then call again with the same idempotencyKey and arguments.',
  payload_too_large:
    'Send less data: details.maxBytes is the limit. Large documents can be uploaded in the dashboard.',
  unsupported_media_type: 'Convert the document to PDF, DOCX, PNG, JPEG or HEIC first.',
  validation_failed:
    'Fix the problems in details.issues (path is a JSON pointer into the arguments), then call again.',
  idempotency_key_reused:
    'This key was already used for a call with other arguments. Call again with a new idempotencyKey.',
  legal_framework_unavailable: 'Choose one of esign_ueta, eidas_ses, uk_ses or none.',
  document_unreadable:
    'Tell the user the problem in details.reason, and ask for another copy of the document: PDF, DOCX, PNG, JPEG or HEIC, not encrypted and not signed.',
  reminder_window: 'Wait: this signer can be reminded again at details.nextReminderAt.',
  rate_limited: 'Wait details.retryAfterSeconds seconds before the next call.',
  internal: 'Try again later. If it fails again, tell the user and include details.requestId.',
  unavailable: 'Try again in a minute with the same idempotencyKey.',
};
