import { SealKeyError } from '#server/crypto/keys/seal-key.ts';

/** A session or an object of a token. */
export type Handle = Buffer;

/**
 * The parts of a PKCS#11 library that are used (OASIS, 2.40). Each function throws what the standard calls
 * its return value.
 */
export type Pkcs11Library = {
  load(path: string): void;
  close(): void;
  C_Initialize(options: { readonly flags: number }): void;
  C_Finalize(): void;
  C_GetSlotList(tokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseAllSessions(slot: Handle): void;
  C_Login(session: Handle, userType: number, pin: string): void;
  C_FindObjectsInit(
    session: Handle,
    template: readonly { readonly type: number; readonly value: number | string }[],
  ): void;
  C_FindObjects(session: Handle, max: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_SignInit(session: Handle, mechanism: { readonly mechanism: number }, key: Handle): void;
  C_SignAsync(session: Handle, data: Buffer, signature: Buffer): Promise<Buffer>;
};

/** The package's class and the standard's constants. */
export type Pkcs11 = {
  readonly PKCS11: new () => Pkcs11Library;
} & Readonly<
  Record<
    | 'CKF_OS_LOCKING_OK'
    | 'CKF_SERIAL_SESSION'
    | 'CKU_USER'
    | 'CKM_RSA_PKCS'
    | 'CKM_ECDSA'
    | 'CKA_CLASS'
    | 'CKO_PRIVATE_KEY'
    | 'CKA_LABEL',
    number
  >
>;

const PACKAGE = 'pkcs11js';

/**
 * Loads the package. It is optional, because it is compiled on installation. Its types are defined here, so
 * that the rest compiles without it. Throws SealKeyError.
 */
export async function loadPkcs11(): Promise<Pkcs11> {
  try {
    return ((await import(PACKAGE)) as { readonly default: Pkcs11 }).default;
  } catch (error) {
    throw new SealKeyError(`PKCS#11 requires the package ${PACKAGE}, which could not be loaded`, {
      cause: error,
    });
  }
}
