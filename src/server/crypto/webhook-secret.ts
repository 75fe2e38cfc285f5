import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { openSecret, sealSecret, type BoxKey, type BoxKeys } from './secret-box.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const PURPOSE = 'webhook secret';

/**
 * Creates a secret that signs a webhook's messages: `whsec_` and 32 random bytes in base64 (Standard Webhooks
 * 1.0).
 */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Encrypts a secret for storage. Unlike a password, it is needed again for signing. */
export function sealWebhookSecret(key: BoxKey, secret: string): string {
  return sealSecret(key, PURPOSE, Buffer.from(secret));
}

/** Decrypts a secret. Throws `SecretBoxError` if the key is lost. */
export function openWebhookSecret(keys: BoxKeys, box: string): string {
  return Buffer.from(openSecret(keys, PURPOSE, box)).toString();
}

/** Returns the headers of a message (Standard Webhooks 1.0), signed with each secret in order. */
export function buildWebhookHeaders(
  message: { readonly id: string; readonly at: Date; readonly body: string },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const { id, at, body } = message;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
