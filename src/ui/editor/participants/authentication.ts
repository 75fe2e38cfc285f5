import type { AuthenticationMethod } from '#domain/envelope/status.ts';
import { LIMITS } from '#domain/limits.ts';
import { parsePhone } from '#domain/envelope/sign-in.ts';
import type { DraftParticipant } from '#ui/editor/draft/draft.ts';

type Authenticated = Pick<DraftParticipant, 'authentication' | 'accessCode' | 'hasAccessCode' | 'phone'>;

/** Returns what a participant's method needs and doesn't have yet. */
export function findMissingProof(participant: Authenticated): 'accessCode' | 'phone' | null {
  const { authentication: method, accessCode, hasAccessCode, phone } = participant;
  if (method === 'sms_code') return parsePhone(phone) === null ? 'phone' : null;
  if (method !== 'access_code') return null;
  const length = accessCode.trim().length;
  const isMissing = length === 0 ? !hasAccessCode : length < LIMITS.accessCodeMinChars;
  return isMissing ? 'accessCode' : null;
}

/** Returns the method as it can be saved: without its code or number, it is not one yet. */
export function getSavedAuthentication(participant: Authenticated): AuthenticationMethod {
  return findMissingProof(participant) === null ? participant.authentication : 'link';
}

/** Returns the phone number as it is saved. */
export function getSavedPhone({ authentication, phone }: Authenticated): string {
  return authentication === 'sms_code' ? (parsePhone(phone) ?? '') : '';
}
