import { isGuessable } from '#domain/account/guessable-password.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { openCommonPasswords } from './password-filter.ts';
import { hashPassword } from './password.ts';

const COMMON = openCommonPasswords();

/**
 * Hashes a password that a person chooses. Refuses an easily guessed one with `validation_failed` at `path`.
 * `own` contains texts about the person that others know.
 */
export async function hashNewPassword(
  password: string,
  own: readonly string[],
  path: '/password' | '/newPassword' = '/password',
): Promise<string> {
  if (isGuessable(password, (text) => COMMON.has(text), own))
    throw createInvalidRefusal([{ path, message: 'is too easy to guess' }]);
  return await hashPassword(password);
}
