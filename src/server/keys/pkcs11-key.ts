import { createHash, X509Certificate } from 'node:crypto';
import { SealKeyError } from '#server/crypto/keys/seal-key.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { readCertificateFile } from './certificate-file.ts';
import { type Handle, loadPkcs11, type Pkcs11, type Pkcs11Library } from './pkcs11-library.ts';
import { encodeElement, TAG } from '#server/crypto/der.ts';

const INTEGER = 0x02;

/** A key on a hardware token, identified by the names that it has there. */
export type Pkcs11Settings = {
  /** The path of the vendor's library. */
  readonly module: string;
  readonly token: string;
  readonly key: string;
  readonly pin: string;
  /** PEM file with the key's certificate and its chain. */
  readonly certificates: string;
};

/** A session can have only one operation at a time, so concurrent signatures need several sessions. */
const SESSIONS = 4;
/** The DigestInfo prefix for SHA-256 (RFC 8017, 9.2), which CKM_RSA_PKCS expects before the hash. */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');
/** Enough room for RSA with 8192 bits. */
const MAX_SIGNATURE_BYTES = 1024;

/**
 * Opens a key that signs on a token through PKCS#11 (OASIS, 2.40). The private key never leaves the token.
 */
export async function openPkcs11Key(
  settings: Pkcs11Settings,
): Promise<SigningKey & { readonly close: () => Promise<void> }> {
  const { certificate, chain } = await readCertificateFile(settings.certificates);
  const pkcs11js = await loadPkcs11();
  const library = new pkcs11js.PKCS11();
  library.load(settings.module);
  // Signatures run in threads. Without this flag, a library needn't protect its memory from them.
  library.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK });
  try {
    const slot = requireSlot(library, settings.token);
    const flags = pkcs11js.CKF_SERIAL_SESSION;
    const sessions = Array.from({ length: SESSIONS }, () => library.C_OpenSession(slot, flags));
    const [first] = sessions;
    if (first === undefined) throw new SealKeyError('the token gave no session');
    library.C_Login(first, pkcs11js.CKU_USER, settings.pin);
    const key = findKey(library, first, settings.key, pkcs11js);
    const isRsa = new X509Certificate(certificate).publicKey.asymmetricKeyType === 'rsa';
    const mechanism = isRsa ? pkcs11js.CKM_RSA_PKCS : pkcs11js.CKM_ECDSA;
    const take = createSessionPool(sessions);
    return {
      certificate,
      chain,
      sign: async (data) => {
        const hash = createHash('sha256').update(data).digest();
        return await take(async (session) => {
          library.C_SignInit(session, { mechanism }, key);
          const input = isRsa ? Buffer.concat([DIGEST_INFO, hash]) : hash;
          const signature = await library.C_SignAsync(session, input, Buffer.alloc(MAX_SIGNATURE_BYTES));
          return isRsa ? new Uint8Array(signature) : encodeDerSignature(new Uint8Array(signature));
        });
      },
      close: () => {
        library.C_CloseAllSessions(slot);
        library.C_Finalize();
        library.close();
        return Promise.resolve();
      },
    };
  } catch (error) {
    library.C_Finalize();
    library.close();
    throw error;
  }
}

function requireSlot(library: Pkcs11Library, label: string): Handle {
  const slots = library.C_GetSlotList(true);
  const slot = slots.find((one) => library.C_GetTokenInfo(one).label.trim() === label);
  if (slot === undefined) throw new SealKeyError(`there is no token named "${label}"`);
  return slot;
}

function findKey(library: Pkcs11Library, session: Handle, label: string, names: Pkcs11): Handle {
  library.C_FindObjectsInit(session, [
    { type: names.CKA_CLASS, value: names.CKO_PRIVATE_KEY },
    { type: names.CKA_LABEL, value: label },
  ]);
  const [key, ...others] = library.C_FindObjects(session, 2);
  library.C_FindObjectsFinal(session);
  if (key === undefined) throw new SealKeyError(`the token has no private key named "${label}"`);
  if (others.length > 0) throw new SealKeyError(`the token has several private keys named "${label}"`);
  return key;
}

/** Lends sessions in the order in which they are requested. */
function createSessionPool(
  sessions: readonly Handle[],
): <T>(use: (session: Handle) => Promise<T>) => Promise<T> {
  const free = [...sessions];
  const waiting: ((session: Handle) => void)[] = [];
  return async (use) => {
    const session = free.pop() ?? (await new Promise<Handle>((resolve) => waiting.push(resolve)));
    try {
      return await use(session);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(session);
      else next(session);
    }
  };
}

/** Converts r‖s, the form that hardware returns, to the DER that CMS needs (RFC 3279, 2.2.3). */
function encodeDerSignature(concatenated: Uint8Array): Uint8Array {
  const half = concatenated.length / 2;
  return encodeElement(TAG.sequence, [
    encodePositiveInteger(concatenated.subarray(0, half)),
    encodePositiveInteger(concatenated.subarray(half)),
  ]);
}

function encodePositiveInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? Uint8Array.of(0) : bytes.subarray(start);
  return encodeElement(INTEGER, [(digits[0] ?? 0) >= 0x80 ? Uint8Array.of(0, ...digits) : digits]);
}
