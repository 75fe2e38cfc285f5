import type { Schema } from './types.ts';

/** A message that your webhook receives. */
export type WebhookMessage = Schema<'WebhookMessage'>;

export type WebhookOptions = {
  /** The webhook's secret, `whsec_…`. */
  readonly secret: string;
  /** The request's headers. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw request body. Parsing it and serializing it again may change it. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The maximum age of a message, in seconds. Default: five minutes. */
  readonly toleranceSeconds?: number;
  /** The current time, for tests. */
  readonly now?: Date;
};

/** A message that didn't come from Countersign, was changed, or is too old. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Verifies a message's signature (Standard Webhooks) and returns the message; throws a {@link WebhookError}
 * otherwise.
 */
export async function verifyWebhook(options: WebhookOptions): Promise<WebhookMessage> {
  const { secret, headers, body, toleranceSeconds = 300, now = new Date() } = options;
  const id = getHeader(headers, 'webhook-id');
  const timestamp = getHeader(headers, 'webhook-timestamp');
  const signatures = getHeader(headers, 'webhook-signature');
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new WebhookError('The message is too old or its timestamp is invalid.');
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatBytes(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const key = await importKey(secret);
  for (const signature of signatures.split(' ')) {
    const value = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : null;
    // Constant-time comparison.
    if (value !== null && (await crypto.subtle.verify('HMAC', key, value, signed)))
      return JSON.parse(new TextDecoder().decode(content)) as WebhookMessage;
  }
  throw new WebhookError("The signature doesn't match.");
}

function getHeader(headers: WebhookOptions['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function importKey(secret: string): Promise<CryptoKey> {
  const key = decodeBase64(secret.replace(/^whsec_/, ''));
  if (key === null || key.length === 0) throw new TypeError('The secret is not the one of a webhook.');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concatBytes(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}
