import { join } from 'node:path';
import { ensureSecret } from '#server/crypto/tokens/kept-secret.ts';

/** Returns the secret key from the file `secret-key` in a data directory. Creates the file if needed. */
export function loadSecretKey(dataDir: string): string {
  return ensureSecret(join(dataDir, 'secret-key'));
}
