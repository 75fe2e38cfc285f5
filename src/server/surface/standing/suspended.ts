import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';

/** Creates the refusal for the keys and agents of an organization that the operator suspended. */
export function createSuspendedRefusal() {
  return createRefusal(
    'forbidden',
    { reason: 'organization_suspended' },
    REFUSAL_MESSAGES.organization_suspended,
  );
}
