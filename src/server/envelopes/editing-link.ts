import { LIMITS } from '#domain/limits.ts';
import { mintEditingToken, type EditingClaims } from '#server/crypto/tokens/editing-token.ts';
import type { Services } from '#server/runtime/services.ts';

type Minting = Pick<Services, 'config' | 'clock'>;
type Subject = Pick<EditingClaims, 'org' | 'env' | 'sid'>;

/** Returns the session URL of a draft's editor. */
export function createEditingUrl(services: Minting, subject: Subject): string {
  const { secretKeys, http } = services.config;
  const exp = toEpochSeconds(services, LIMITS.sessionUrlLifeMs);
  const token = mintEditingToken({ ...subject, use: 'open', exp }, secretKeys);
  return `${http.webOrigin}/edit/session/${subject.sid}#token=${token}`;
}

/** Creates the token of a page that was opened with a session URL. */
export function createEditingToken(
  services: Minting,
  { org, env, sid }: Subject,
): { readonly token: string; readonly expiresAt: string } {
  const exp = toEpochSeconds(services, LIMITS.editingTokenLifeMs);
  return {
    token: mintEditingToken({ org, env, sid, use: 'edit', exp }, services.config.secretKeys),
    expiresAt: new Date(exp * 1000).toISOString(),
  };
}

function toEpochSeconds({ clock }: Minting, milliseconds: number): number {
  return Math.floor((clock().getTime() + milliseconds) / 1000);
}
