import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readPkcs12, SealKeyError } from '#server/crypto/keys/seal-key.ts';
import { type SigningKey, createSoftwareKey } from '#server/crypto/keys/signing-key.ts';
import { type CscSettings, openCscKey } from './csc-key.ts';
import { openPkcs11Key, type Pkcs11Settings } from './pkcs11-key.ts';
import { HOUR_MS, DAY_MS } from '#domain/time.ts';

/** Where the configured key is. It replaces the keys that the service generates. */
export type KeySettings =
  | { readonly kind: 'pkcs12'; readonly path: string; readonly password: string }
  | ({ readonly kind: 'pkcs11' } & Pkcs11Settings)
  | ({ readonly kind: 'csc' } & CscSettings);

/** Gives access to one configured key. */
export type KeyAccess = {
  /**
   * Returns the key with its certificates. Throws SealKeyError with a message about what the operator can
   * change.
   */
  readonly key: () => Promise<SigningKey>;
  readonly close: () => Promise<void>;
};
/**
 * Whether a key can seal. `expiring` means that it expires within 90 days, `failing` that it has expired or
 * can't be opened.
 */
type KeyState = 'ok' | 'expiring' | 'failing';
export type KeyStore = KeyAccess & {
  /** Returns the state of the key, which is checked again at most once an hour. */
  readonly state: () => Promise<KeyState>;
  /** Returns when the certificate expires; null if the key couldn't be opened when it was last checked. */
  readonly expiry: () => Date | null;
};

/** How long before certificates expire they are replaced and operators are warned. */
export const EXPIRES_SOON_MS = 90 * DAY_MS;
const LOOK_AGAIN_MS = HOUR_MS;

type Watching = {
  readonly clock: () => Date;
  readonly onWarning: (state: KeyState, error?: unknown) => void;
};

/** Creates the store without opening the key. Problems with the key show when it is first used or checked. */
export function openKeyStore(settings: KeySettings, { clock, onWarning }: Watching): KeyStore {
  const access = openAccess(settings);
  let looked: { readonly at: number; readonly state: KeyState } | null = null;
  let expiry: Date | null = null;
  return {
    ...access,
    state: async () => {
      const now = clock().getTime();
      if (looked !== null && Math.abs(now - looked.at) < LOOK_AGAIN_MS) return looked.state;
      try {
        const { validTo } = new X509Certificate((await access.key()).certificate);
        expiry = new Date(validTo);
        const left = expiry.getTime() - now;
        looked = { at: now, state: left <= 0 ? 'failing' : left < EXPIRES_SOON_MS ? 'expiring' : 'ok' };
        if (looked.state !== 'ok') onWarning(looked.state);
      } catch (error) {
        looked = { at: now, state: 'failing' };
        expiry = null;
        onWarning('failing', error);
      }
      return looked.state;
    },
    expiry: () => expiry,
  };
}

function openAccess(settings: KeySettings): KeyAccess {
  switch (settings.kind) {
    case 'pkcs12':
      return {
        // The file is read each time, so that it can be replaced.
        key: async () =>
          createSoftwareKey(
            await readPkcs12(new Uint8Array(await readFile(settings.path)), settings.password),
          ),
        close: () => Promise.resolve(),
      };
    case 'pkcs11':
      return createKeyAccess(() => openPkcs11Key(settings));
    case 'csc':
      return createKeyAccess(() => openCscKey(settings));
    default:
      return settings satisfies never;
  }
}

type OpenKey = SigningKey & { readonly close: () => Promise<void> };

/** Keeps the opened key. After a failure, the next use tries again. */
function createKeyAccess(open: () => Promise<OpenKey>): KeyAccess {
  let opening: Promise<OpenKey> | null = null;
  return {
    key: async () => {
      opening ??= open();
      try {
        return await opening;
      } catch (error) {
        opening = null;
        throw error instanceof SealKeyError
          ? error
          : new SealKeyError(getErrorMessage(error), { cause: error });
      }
    },
    close: async () => {
      await opening?.then(
        (key) => key.close(),
        () => undefined,
      );
      opening = null;
    },
  };
}

function getErrorMessage(error: unknown): string {
  return `the seal key can't be used: ${error instanceof Error ? error.message : String(error)}`;
}
