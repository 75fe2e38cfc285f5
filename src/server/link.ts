import type { Envelope, Participant } from '#domain/envelope/graph.ts';
import { linkExpiry } from '#domain/link/life.ts';
import type { LinkPurpose } from '#domain/link/token.ts';
import { mintSignerToken } from './crypto/signer-token.ts';
import type { World } from './world.ts';

type Minting = Pick<World, 'config' | 'clock'>;

/** A token for one participant, in their current epoch. */
export function mintToken(
  world: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: LinkPurpose,
): string {
  const exp = linkExpiry(purpose, envelope, world.clock().toISOString());
  const claims = { env: envelope.id, part: participant.id, epoch: participant.linkEpoch, purpose, exp };
  return mintSignerToken(claims, world.config.secretKeys);
}

/** The link that a mail carries: its token stands in the fragment, which reaches no server log and no Referer. */
export function signingLink(
  world: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: 'sign' | 'copy',
): string {
  return `${world.config.http.webOrigin}/sign#token=${mintToken(world, envelope, participant, purpose)}`;
}

/** Where the signer's page gets the PDF, for a few minutes. */
export function documentUrl(world: Minting, envelope: Envelope, participant: Participant): string {
  return `${world.config.http.origin}/api/signer/document?token=${mintToken(world, envelope, participant, 'document')}`;
}
