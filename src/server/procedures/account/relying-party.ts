import type { Config } from '#server/runtime/config.ts';

/**
 * Returns the relying party that passkeys are created for: the host of the configured origin (WebAuthn level
 * 3, section 5.4.2).
 */
export function getRelyingParty({ http }: Pick<Config, 'http'>): {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
} {
  return { id: new URL(http.origin).hostname, name: 'Countersign', origin: http.origin };
}
