import type { Signing } from '#domain/envelope/signing.ts';
import { m } from '#i18n/compiled/messages.js';

/** Each way of signing, in the order in which the editor lists them. */
export const SIGNING_CHOICES = ['click', 'passkey', 'passkey_optional', 'passkey_known'] as const;
export type SigningChoice = (typeof SIGNING_CHOICES)[number];

const SIGNINGS: Readonly<Record<SigningChoice, Signing>> = {
  click: { method: 'click' },
  passkey: { method: 'passkey', required: true, known: false },
  passkey_optional: { method: 'passkey', required: false, known: false },
  passkey_known: { method: 'passkey', required: true, known: true },
};

/** Returns the choice that a way of signing is listed as. */
export function getSigningChoice(signing: Signing): SigningChoice {
  if (signing.method === 'click') return 'click';
  if (signing.known) return 'passkey_known';
  return signing.required ? 'passkey' : 'passkey_optional';
}

/** Returns the way of signing of a choice. One that stays as it is listed keeps its details. */
export function chooseSigning(before: Signing, choice: SigningChoice): Signing {
  return getSigningChoice(before) === choice ? before : SIGNINGS[choice];
}

export function getSigningName(choice: SigningChoice): string {
  return NAMES[choice]();
}

const NAMES: Readonly<Record<SigningChoice, () => string>> = {
  click: m.editor_signing_click,
  passkey: m.editor_signing_passkey,
  passkey_optional: m.editor_signing_passkey_optional,
  passkey_known: m.editor_signing_passkey_known,
};

/** Returns what a choice means, or why passkeys aren't possible on this site. */
export function getSigningHint(choice: SigningChoice, hasPasskeys: boolean): string | undefined {
  if (!hasPasskeys) return m.editor_signing_unavailable();
  return HINTS[choice]();
}

const HINTS: Readonly<Record<SigningChoice, () => string | undefined>> = {
  click: () => undefined,
  passkey: m.editor_signing_passkey_hint,
  passkey_optional: m.editor_signing_passkey_hint,
  passkey_known: m.editor_signing_passkey_known_hint,
};

/** Checks whether browsers have passkeys for a site: not for IP addresses, and not without encryption. */
export function canHavePasskeys({ hostname }: { readonly hostname: string }, isSecure: boolean): boolean {
  return isSecure && !/^[\d.]+$|:/.test(hostname);
}
