import { join } from 'node:path';
import { ensureSecret } from '#server/crypto/tokens/kept-secret.ts';

/** Returns the secret key of a data directory from its file `secret-key`, which is created if needed. */
export function loadSecretKey(dataDir: string): string {
  return ensureSecret(join(dataDir, 'secret-key'));
}
