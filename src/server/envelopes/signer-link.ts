import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { linkExpiry } from '#domain/link/life.ts';
import type { LinkPurpose } from '#domain/link/token.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import type { Services } from '#server/app/services.ts';

type Minting = Pick<Services, 'config' | 'clock'>;

/** Creates a token for a participant's current epoch. */
export function mintToken(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: LinkPurpose,
): string {
  const exp = linkExpiry(purpose, envelope, services.clock().toISOString());
  const claims = { env: envelope.id, part: participant.id, epoch: participant.linkEpoch, purpose, exp };
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

/** Returns the URL from which the signer's page loads the PDF, valid for a few minutes. */
export function documentUrl(services: Minting, envelope: Envelope, participant: Participant): string {
  return `${services.config.http.origin}/api/signer/document?token=${mintToken(services, envelope, participant, 'document')}`;
}
