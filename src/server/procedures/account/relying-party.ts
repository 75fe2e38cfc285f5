import type { Config } from '#server/app/config.ts';

/** Who passkeys are made for (WebAuthn level 3, section 5.4.2): the host of the one configured origin. */
export function relyingParty({ http }: Pick<Config, 'http'>): {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
} {
  return { id: new URL(http.origin).hostname, name: 'Countersign', origin: http.origin };
}
