import type { ErrorCode } from '#domain/errors.ts';

/** What an agent should do after each error code. */
export const NEXT_STEP: Readonly<Record<ErrorCode, string>> = {
  malformed_request: "Send the arguments as one JSON object that matches the tool's input schema.",
  unauthorized: 'The connection has ended. Ask the user to connect Countersign again.',
  insufficient_scope:
    'Tell the user which scopes are missing (below). They can grant them by connecting again and selecting those scopes.',
  forbidden: "The user's role doesn't allow this. Only an administrator of their organization can help.",
  not_your_turn: 'Wait until those before have signed. read_envelope shows who they are.',
  not_found: 'Check the ID. find_envelopes and find_templates show the existing ones.',
  method_not_allowed: 'Call one of the tools listed by tools/list.',
  version_conflict:
    'The envelope has changed since you read it, by a person or by the service reading its document. Call read_envelope, check whether your change still makes sense, and call again with its version.',
  invalid_state:
    'Call read_envelope. status and reason below say what prevents this. Retry only after that has changed.',
  idempotency_in_flight: 'Wait a few seconds, then call again with the same idempotency_key and arguments.',
  payload_too_large:
    'maxBytes below is the limit. Give a source_url, or leave it out to get a URL to upload to.',
  unsupported_media_type: 'Convert the document to PDF, DOCX, PNG, JPEG or HEIC first.',
  validation_failed:
    'Fix the problems below (each line starts with where it is in the arguments), then call again.',
  idempotency_key_reused:
    'This key was already used for a call with other arguments. Call again with a new idempotency_key.',
  legal_framework_unavailable: 'Choose one of esign_ueta, eidas_ses, uk_ses or none.',
  document_unreadable:
    'Tell the user the reason below, and ask for another copy of the document: PDF, DOCX, PNG, JPEG or HEIC, not encrypted.',
  reminder_window: 'Wait: they can be reminded again at nextReminderAt below.',
  rate_limited: 'Wait retryAfterSeconds (below) before the next call.',
  internal: 'Try again later. If it fails again, tell the user the requestId below.',
  unavailable: 'Try again in a minute, with the same idempotency_key if you gave one.',
  clock_wrong: "Tell the user that the server's clock is wrong, which whoever runs it has to correct.",
};
