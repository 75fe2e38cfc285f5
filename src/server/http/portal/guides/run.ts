import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { getDetailsText } from '#server/http/openapi/errors.ts';
import { code, createHeading, list, createTable, createText } from '../blocks.ts';
import type { Guide } from '../guide.ts';

const testMode: Guide = {
  slug: 'test-mode',
  group: 'Run',
  name: 'Test mode',
  title: 'Test mode',
  lead: 'Try everything with keys, data, and an inbox of its own. Nobody outside of your organization gets an email.',
  blocks: ({ sample }) => [
    createText(
      'Open **Settings → API keys → Open test mode** in the dashboard and create a key there. It begins with `svc_sk_test_`. The test environment has your organization’s members and nothing else of it: what a test key does never touches live data, and a live key never sees a test.',
    ),
    code(sample('key')),
    createHeading('Send'),
    createText('Everything works as it does live, within smaller quotas.'),
    code(sample('send')),
    createHeading('Read the inbox'),
    createText(
      'Emails to members with a confirmed address are sent, with `TEST:` before the subject. All others are kept in [the test inbox](/api/docs/reference/testMessageList), and so are text messages with their codes, for 30 days. That’s where your test finds the link to sign with.',
    ),
    code(sample('read')),
    createHeading('Let time pass'),
    createText(
      '[Advance](/api/docs/reference/testClockAdvance) the time, and scheduled sending, reminders, the warning before expiry, and expiry happen as they would by then, in their order, before the call answers. Name an envelope, or all with deadlines advance.',
    ),
    code(sample('advance')),
    createText(
      'There’s no clock that runs ahead: deadlines move closer instead, so your tests can run again and side by side, and events and seals keep their true times. `expiresAt`, `scheduledSendAt`, and `nextReminderAt` change, and the envelope’s `version` grows. Links, sessions, codes, rate limits, retention, and the hour between two reminders of yours stay on real time. An email is sent only if it still applies: to read a reminder, advance to it, not past the expiry.',
    ),
    createHeading('What a test looks like'),
    list(
      'Every page says TEST in two corners, and so does each page of the certificate of completion.',
      'Signers see your organization as `TEST` and its name. Their emails and pages say that it’s a test and not legally binding.',
      'The seal’s certificate names test mode. Anyone who verifies the file is told that it isn’t binding.',
    ),
  ],
};

const events: Guide = {
  slug: 'events',
  group: 'Run',
  name: 'Events and lists',
  title: 'Events and lists',
  lead: 'Follow what happens without a webhook, and read lists page by page.',
  blocks: ({ sample }) => [
    createHeading('Follow events'),
    createText(
      '[The feed](/api/docs/reference/eventFeed) has the events of all envelopes, each once. Send `cursor` back as `after` to go on. With `wait`, a call that finds nothing is answered as soon as something happens. A cursor never expires. Start with `after=now` to skip the past.',
    ),
    code(sample('follow')),
    createHeading('Lists'),
    createText(
      'Lists return `items` and `nextCursor`. Send it back as `cursor`, with the same filters, until it’s `null`. In the client package, `for await` goes through all pages.',
    ),
    createHeading('Read only what has changed'),
    createText(
      'Responses to `GET` have an `ETag`. Send it back as `If-None-Match`, and you get `304` without a body while nothing has changed.',
    ),
  ],
};

const errors: Guide = {
  slug: 'errors',
  group: 'Run',
  name: 'Errors',
  title: 'Errors',
  lead: 'Every error has a code for programs and a message for people.',
  blocks: ({ sample }) => [
    createText(
      'The body is `{code, message, details}`. Decide by `code`; messages can change. `details.requestId` is the `X-Request-Id` of the response: name it when you report a problem.',
    ),
    code(sample('handle')),
    createHeading('Codes'),
    createTable(
      ['Status', 'Code', 'Meaning'],
      ...Object.entries(ERRORS).map(([name, { status, message }]) => [
        String(status),
        `\`${name}\``,
        `${message} ${getDetailsText(name as ErrorCode)}`.trim(),
      ]),
    ),
    createHeading('Conflicts'),
    createText(
      'An envelope’s `version` grows with each change. Send the version that you read as `expectedVersion`, or the `ETag` as `If-Match`. If it’s outdated, nothing happens and you get `409 version_conflict`: read the envelope again, decide, and repeat the call. `409 invalid_state` means that the status doesn’t allow the call; `details.status` says which it is.',
    ),
  ],
};

const retries: Guide = {
  slug: 'retries',
  group: 'Run',
  name: 'Idempotency and retries',
  title: 'Idempotency and retries',
  lead: 'Repeat a call safely when you don’t know whether it arrived.',
  blocks: ({ sample }) => [
    createText(
      'Send an `Idempotency-Key`, one for each thing that you want to happen. A call that repeats it runs nothing again. The client package sends one by itself and repeats calls that failed.',
    ),
    code(sample('repeat')),
    createHeading('What a repeated call returns'),
    list(
      'Calls that create something return the first response again. All others return the envelope as it is now. Both have the header `Idempotency-Replayed: true`.',
      '`409 idempotency_in_flight` while the first call is still running. Wait and repeat it.',
      '`422 idempotency_key_reused` if the key was used for a different request.',
      'After a refused call (any 4xx), you can use the key again. Keys are kept for 24 hours.',
    ),
    createHeading('What to repeat'),
    createTable(
      ['Response', 'Repeat?'],
      ['None, `500`, `503`', 'Yes, with the same key. Without a key, only `GET` and `PUT`.'],
      ['`429 rate_limited`', 'Yes, after the seconds in `Retry-After`.'],
      ['`429 reminder_window`', 'Not now. The person was reminded within the last hour.'],
      ['`409 version_conflict`', 'Read the envelope again first.'],
      ['Any other 4xx', 'No. Fix the request.'],
    ),
  ],
};

const versions: Guide = {
  slug: 'versions',
  group: 'Run',
  name: 'Versions and changes',
  title: 'Versions and changes',
  lead: 'What can change under `/api/v1`, and what can’t.',
  blocks: () => [
    createHeading('What can change at any time'),
    list(
      'New operations, optional parameters, and properties of responses. Ignore those that you don’t know.',
      'New event types, and new values where a description says that there can be more.',
      'Messages of errors. Codes stay.',
    ),
    createHeading('What doesn’t change'),
    createText(
      'Paths, required parameters, the names and types of what exists, and the meaning of error codes. A change to those gets a new prefix, such as `/api/v2`, beside the old one.',
    ),
    createHeading('Before something goes away'),
    createText(
      'Responses of an operation that is going away carry `Deprecation` (RFC 9745), the date since when it shouldn’t be used, and `Sunset` (RFC 8594), the date it stops working, at least twelve months later. `Link` with `rel="deprecation"` leads to what takes its place. In the OpenAPI document it’s marked `deprecated`. Nothing is deprecated today.',
    ),
    createHeading('The contract'),
    createText(
      'The [OpenAPI document](/api/openapi.json) is the contract. A test compares it with the agreed one, so that it never changes by accident, and the changelog of the source says what has changed.',
    ),
  ],
};

export const RUN: readonly Guide[] = [testMode, events, errors, retries, versions];
