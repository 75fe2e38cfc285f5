import { hashPassword } from '#server/crypto/password/password.ts';

export const PASSWORD = 'a long enough password';

let hash: Promise<string> | undefined;

/** Hashes PASSWORD once per worker, because doing it for every account would take longer than most tests. */
export function passwordHash(): Promise<string> {
  return (hash ??= hashPassword(PASSWORD));
}
