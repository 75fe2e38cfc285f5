import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { linkExpiry } from '#domain/link/life.ts';
import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { LinkClaims, LinkPurpose } from '#domain/link/token.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import type { Services } from '#server/app/services.ts';

type Minting = Pick<Services, 'config' | 'clock'>;

/** Creates a token for a participant's current epoch. */
export function mintToken(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: LinkPurpose,
  passed?: AuthenticationMethod,
): string {
  const exp = linkExpiry(purpose, envelope, services.clock().toISOString());
  const claims = {
    env: envelope.id,
    part: participant.id,
    epoch: participant.linkEpoch,
    purpose,
    exp,
    ...(passed === undefined ? {} : { passed }),
  };
  return mintSignerToken(claims, services.config.secretKeys);
}

/** Returns the link for an email. The token is in the fragment, which no server log or Referer contains. */
export function signingLink(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: 'sign' | 'copy',
): string {
  return `${services.config.http.webOrigin}/sign#token=${mintToken(services, envelope, participant, purpose)}`;
}

/** Creates the token of someone who has proved who they are. It replaces their link's token and never outlives it. */
export function authenticatedToken(
  services: Minting,
  { env, part, epoch, purpose, exp: linkExp }: LinkClaims,
  passed: AuthenticationMethod,
): { token: string; expiresAt: string } {
  const life = Math.floor((services.clock().getTime() + LIMITS.authenticatedTokenLifeMs) / 1000);
  const exp = Math.min(life, linkExp);
  return {
    token: mintSignerToken({ env, part, epoch, purpose, exp, passed }, services.config.secretKeys),
    expiresAt: new Date(exp * 1000).toISOString(),
  };
}

/** Returns the URL from which the signer's page loads the PDF, valid for a few minutes. */
export function documentUrl(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  { passed }: LinkClaims,
): string {
  return `${services.config.http.origin}/api/signer/document?token=${mintToken(services, envelope, participant, 'document', passed)}`;
}
