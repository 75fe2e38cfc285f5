import type { ErrorCode } from '#domain/errors.ts';

/** What an agent does about each refusal: one sentence for every code of the error table. */
export const NEXT_STEP: Readonly<Record<ErrorCode, string>> = {
  malformed_request: 'Send the arguments as one JSON object that fits the tool’s input schema.',
  unauthorized: 'The connection has ended: ask the user to connect Countersign again.',
  insufficient_scope:
    'Tell the user which of the scopes in details.missing is lacking: they grant it by connecting again with that scope ticked.',
  forbidden: 'The user’s own role does not allow this: only an administrator of their organization can help.',
  not_your_turn: 'Wait: another person signs first. get_envelope says who.',
  not_found: 'Check the identifier: search_envelopes and list_templates show those that exist here.',
  method_not_allowed: 'Call one of the tools that tools/list names.',
  version_conflict:
    'Somebody changed it meanwhile. Call get_envelope, look whether your change still makes sense, and call again with its version as expectedVersion and a new idempotencyKey.',
  invalid_state:
    'Call get_envelope: details.status and details.reason say what stands in the way. Do not call this tool again before that has changed.',
  idempotency_in_flight: 'Wait a few seconds, then call again with the same idempotencyKey and arguments.',
  payload_too_large:
    'Send less: details.maxBytes is the most. A large document is uploaded in the dashboard.',
  unsupported_media_type: 'Convert the document to PDF or DOCX first.',
  validation_failed:
    'Correct what details.issues names (path is a JSON pointer into the arguments), then call again.',
  idempotency_key_reused:
    'This key stands for an earlier call with other arguments. Call again with a new idempotencyKey.',
  legal_framework_unavailable: 'Choose one of esign_ueta, eidas_ses, uk_ses or none.',
  document_unreadable:
    'Tell the user what details.reason says, and ask for another copy of the document: unencrypted, unsigned, PDF or DOCX.',
  reminder_window: 'Leave it: this signer may be reminded again at details.nextReminderAt.',
  rate_limited: 'Wait details.retryAfterSeconds seconds before the next call.',
  internal: 'Try once more later. Should it fail again, tell the user, with details.requestId.',
  unavailable: 'Try again in a minute with the same idempotencyKey.',
};
