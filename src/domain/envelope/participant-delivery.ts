import type { Issue } from '../errors.ts';
import type { AuthenticationMethod, ParticipantDelivery, ParticipantStatus } from './status.ts';

type Delivered = { readonly delivery: ParticipantDelivery };
type Person = {
  readonly delivery?: ParticipantDelivery | undefined;
  readonly authentication?: { readonly method: AuthenticationMethod } | undefined;
};

/** Whether a participant gets their link, reminders, and warnings by email. */
export function isEmailed({ delivery }: Delivered): boolean {
  return delivery === 'email';
}

/**
 * Whether a participant gets emails about what became of the envelope: those who sign in person only once they have signed,
 * embedded ones never.
 */
export function isNotified({
  delivery,
  status,
}: Delivered & { readonly status: ParticipantStatus }): boolean {
  return delivery === 'email' || (delivery === 'in_person' && status === 'signed');
}

/** Reports an emailed code for someone who is never emailed. `path` is the person's JSON pointer. */
export function deliveryIssues({ delivery, authentication }: Person, path: string): Issue[] {
  if (delivery !== 'embedded' || authentication?.method !== 'email_code') return [];
  return [
    { path: `${path}/authentication/method`, message: 'must not be email_code with embedded delivery' },
  ];
}
