import { addStorageKey } from '#server/main/configured-storage.ts';
import { type BoxPurpose, resealSecret, SecretBoxError } from '#server/crypto/secret-box.ts';
import { requireKnownSecretKey } from '#server/db/housekeeping/known-secret-key.ts';
import { resealBoxes } from '#server/db/housekeeping/secret-boxes.ts';
import type { OperatorServices } from '../with-services.ts';

type Operator = Pick<OperatorServices, 'config' | 'db' | 'newId'>;

/** Adds a key for documents that are stored from now on. */
export async function rotateStorageKey({ config, db, newId }: Operator): Promise<void> {
  await requireKnownSecretKey(db, config.secretKeys);
  if (!config.encryptsStorage)
    throw new Error('STORAGE_ENCRYPTION is off: no documents are encrypted, so there is no key to replace');
  const id = await addStorageKey({ config, db, newId });
  process.stdout.write(
    `New documents are encrypted with the key ${id}, in running processes within a minute. Those from before keep their key\n`,
  );
}

/**
 * Encrypts every secret in the database again with SECRET_KEY, so that the keys in SECRET_KEY_PREVIOUS are
 * needed only for links that are still open.
 */
export async function rotateSecretKey({ config: { secretKeys }, db }: Operator): Promise<void> {
  await requireKnownSecretKey(db, secretKeys);
  const reseal = (purpose: BoxPurpose, box: string) => {
    try {
      return resealSecret(secretKeys, purpose, box);
    } catch (error) {
      if (error instanceof SecretBoxError) return null;
      throw error;
    }
  };
  const { resealed, unreadable } = await resealBoxes(db, secretKeys.current.id, reseal);
  const places = unreadable.map(
    ({ table, organizationId }) => `${organizationId ?? 'the instance'}: a secret in ${table}\n`,
  );
  process.stdout.write(`${places.join('')}${resealed} secrets were encrypted with the current key\n`);
  if (unreadable.length > 0)
    throw new Error(
      `${unreadable.length} secrets couldn't be read: add the key that they were encrypted with to SECRET_KEY_PREVIOUS`,
    );
  process.stdout.write(
    'No secret needs SECRET_KEY_PREVIOUS any more. Links that were made with a previous key do, until they expire\n',
  );
}
