import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';

/**
 * Creates the refusal for members without the second factor that their organization requires, and for those
 * members' keys and agents.
 */
export function createSecondFactorRefusal() {
  return createRefusal(
    'forbidden',
    { reason: 'second_factor_required' },
    REFUSAL_MESSAGES.second_factor_required,
  );
}
