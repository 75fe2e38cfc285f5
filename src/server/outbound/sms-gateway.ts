import { LIMITS } from '#domain/limits.ts';
import { OutboundError } from './errors.ts';
import type { Outbound, OutboundRequest } from './outbound.ts';

/**
 * How to ask the operator's SMS gateway to send a message. `{to}` and `{text}` stand for the parts of the
 * message.
 */
export type SmsSettings = Pick<OutboundRequest, 'method' | 'url'> & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type TextMessage = { readonly to: string; readonly text: string };

/** Sends a text message. Throws SmsFailure if the gateway doesn't accept it. */
export type SendSms = (message: TextMessage) => Promise<void>;

/**
 * A text message that wasn't accepted. `permanent` means that a retry is pointless. The reason contains no
 * phone number.
 */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure';
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean, options?: ErrorOptions) {
    super(reason, options);
    this.permanent = permanent;
  }
}

/** Returns a function that sends text messages; null if the operator configured no gateway. */
export function openSms(settings: SmsSettings | null, outbound: Outbound): SendSms | null {
  return settings === null ? null : (message) => sendSms(settings, outbound, message);
}

async function sendSms(settings: SmsSettings, outbound: Outbound, message: TextMessage): Promise<void> {
  const { status } = await outbound(buildGatewayRequest(settings, message)).catch((error: unknown) => {
    if (error instanceof OutboundError)
      throw new SmsFailure(error.message, /^forbidden/.test(error.reason), { cause: error });
    throw error;
  });
  if (status >= 200 && status < 300) return;
  const isTemporary = status >= 500 || status === 408 || status === 429;
  throw new SmsFailure(`The SMS gateway answered with status ${status}.`, !isTemporary);
}

function buildGatewayRequest(
  { method, url, headers, body }: SmsSettings,
  message: TextMessage,
): OutboundRequest {
  return {
    method,
    url: fillPlaceholders(url, message, encodeURIComponent),
    headers,
    ...(method === 'GET'
      ? {}
      : { body: fillPlaceholders(body, message, escapeFor(headers['content-type'] ?? '')) }),
    timeoutMs: LIMITS.smsTimeoutMs,
    maxBytes: 0,
  };
}

type Escape = (value: string) => string;

/** Both placeholders are replaced in one pass, so a placeholder inside the text isn't replaced. */
function fillPlaceholders(template: string, message: TextMessage, escape: Escape): string {
  return template.replaceAll(/\{(to|text)\}/g, (_all, part: keyof TextMessage) => escape(message[part]));
}

/** Returns the function that escapes a value for a body of this media type. */
function escapeFor(mediaType: string): Escape {
  if (/^application\/x-www-form-urlencoded\b/.test(mediaType)) return encodeURIComponent;
  if (/\bxml\b/.test(mediaType))
    return (value) => value.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if (/\bjson\b/.test(mediaType)) return (value) => JSON.stringify(value).slice(1, -1);
  return (value) => value;
}
