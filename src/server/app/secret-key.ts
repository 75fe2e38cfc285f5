import { join } from 'node:path';
import { keptSecret } from '#server/crypto/tokens/kept-secret.ts';

/** Returns the secret key of a data directory from its file `secret-key`, which is created if needed. */
export function loadSecretKey(dataDir: string): string {
  return keptSecret(join(dataDir, 'secret-key'));
}
