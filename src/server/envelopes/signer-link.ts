import type { CopyRecipient, Envelope, Participant } from '#domain/envelope/graph.ts';
import { LANGUAGE_PARAMETER, type Language } from '#domain/language.ts';
import { computeLinkExpiry } from '#domain/link/life.ts';
import { LIMITS } from '#domain/limits.ts';
import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import type { LinkClaims, LinkPurpose } from '#domain/link/token.ts';
import { mintSignerToken } from '#server/crypto/signer-token.ts';
import type { Services } from '#server/runtime/services.ts';

type Minting = Pick<Services, 'config' | 'clock'>;

/** Creates a token for the current epoch of a participant's link. */
export function mintToken(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: LinkPurpose,
  { passed, sid }: Pick<LinkClaims, 'passed' | 'sid'> = {},
): string {
  const exp = computeLinkExpiry(purpose, envelope, services.clock().toISOString());
  const claims = {
    env: envelope.id,
    part: participant.id,
    epoch: participant.linkEpoch,
    purpose,
    exp,
    ...(passed === undefined ? {} : { passed }),
    ...(sid === undefined ? {} : { sid }),
  };
  return mintSignerToken(claims, services.config.secretKeys);
}

/** Returns the link for an email. The token is in the fragment, which no server log or Referer contains. */
export function createSigningLink(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  purpose: 'sign' | 'copy',
): string {
  const token = mintToken(services, envelope, participant, purpose);
  return `${services.config.http.webOrigin}/sign${formatLanguageQuery(participant)}#token=${token}`;
}

/**
 * Returns the query of a link for someone whose language is known. The page is shown in that language unless
 * its reader has chosen another.
 */
function formatLanguageQuery({ language }: { readonly language: Language | null }): string {
  return language === null ? '' : `?${LANGUAGE_PARAMETER}=${language}`;
}

/** Returns the link for someone who gets a copy. */
export function copyLink(services: Minting, envelope: Envelope, copy: CopyRecipient): string {
  const { id: part, linkEpoch: epoch } = copy;
  const exp = computeLinkExpiry('read', envelope, services.clock().toISOString());
  const claims = { env: envelope.id, part, epoch, purpose: 'read' as const, exp };
  const token = mintSignerToken(claims, services.config.secretKeys);
  return `${services.config.http.webOrigin}/copy${formatLanguageQuery(copy)}#token=${token}`;
}

/**
 * Creates the token for someone who has proved who they are. It replaces the token of their link and never
 * outlives it.
 */
export function createAuthenticatedToken(
  services: Minting,
  claims: LinkClaims,
  passed: AuthenticationMethod,
): TimedToken {
  return createTimedToken(services, { ...claims, passed });
}

/** Creates the token of a page that was opened with a session URL. */
export function createSessionToken(services: Minting, envelope: Envelope, claims: LinkClaims): TimedToken {
  const exp = computeLinkExpiry('sign', envelope, services.clock().toISOString());
  return createTimedToken(services, { ...claims, purpose: 'sign', exp });
}

type TimedToken = { readonly token: string; readonly expiresAt: string };

/** Creates a token that is valid for two hours, or less if its claims end earlier. */
function createTimedToken(services: Minting, claims: LinkClaims): TimedToken {
  const life = Math.floor((services.clock().getTime() + LIMITS.authenticatedTokenLifeMs) / 1000);
  const exp = Math.min(life, claims.exp);
  return {
    token: mintSignerToken({ ...claims, exp }, services.config.secretKeys),
    expiresAt: new Date(exp * 1000).toISOString(),
  };
}

/**
 * Returns a session URL. The path of the page names the session, so that the server knows which origin may
 * show it in a frame.
 */
export function createSessionUrl(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  sid: string,
): string {
  const token = mintToken(services, envelope, participant, 'session', { sid });
  const path = `/sign/session/${sid}${formatLanguageQuery(participant)}`;
  return `${services.config.http.webOrigin}${path}#token=${token}`;
}

/** Returns the URL from which the signer's page loads the PDF. It is valid for a few minutes. */
export function createDocumentUrl(
  services: Minting,
  envelope: Envelope,
  participant: Participant,
  proof: LinkClaims,
): string {
  return `${services.config.http.origin}/api/signer/document?token=${mintToken(services, envelope, participant, 'document', proof)}`;
}
