import { isGuessable } from '#domain/account/guessable-password.ts';
import { createInvalidRefusal } from '#domain/errors.ts';
import { openCommonPasswords } from './password-filter.ts';
import { hashPassword } from './password.ts';

const COMMON = openCommonPasswords();

/**
 * Hashes a password that a person chooses. Refuses one that is easy to guess with `validation_failed` at `path`; `own` are
 * texts that others know about the person.
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
