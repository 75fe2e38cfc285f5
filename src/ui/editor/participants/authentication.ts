import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import type { DraftParticipant } from '#ui/editor/draft/draft.ts';

type Authenticated = Pick<DraftParticipant, 'authentication' | 'accessCode' | 'hasAccessCode'>;

/** Whether a participant has the access code that their method needs. */
export function isCodeMissing({ authentication, accessCode, hasAccessCode }: Authenticated): boolean {
  if (authentication !== 'access_code') return false;
  const length = accessCode.trim().length;
  return length === 0 ? !hasAccessCode : length < LIMITS.accessCodeMinChars;
}

/** Returns the method as it can be saved: without its code, an access code is not one yet. */
export function savedAuthentication(participant: Authenticated): AuthenticationMethod {
  return isCodeMissing(participant) ? 'link' : participant.authentication;
}
