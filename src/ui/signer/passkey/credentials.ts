type Credential = { readonly type: 'public-key'; readonly id: string };
export type RequestOptions = {
  readonly rpId: string;
  readonly timeout: number;
  readonly userVerification: 'required';
  readonly allowCredentials: readonly Credential[];
};
export type CreationOptions = {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  readonly timeout: number;
  readonly attestation: 'none';
  readonly authenticatorSelection: {
    readonly residentKey: 'preferred';
    readonly userVerification: 'required';
  };
  readonly excludeCredentials: readonly Credential[];
};

/**
 * Has the device sign a challenge. Null if the person stopped, took too long or couldn't be checked: browsers
 * don't say which.
 */
export async function useCredential(options: RequestOptions, challenge: ArrayBuffer) {
  const publicKey = { ...options, challenge, allowCredentials: options.allowCredentials.map(decodeId) };
  const found = await ask(() => navigator.credentials.get({ publicKey }));
  if (found === null) return null;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    id: found.id,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
    },
  };
}

/** Has the device create a passkey. Null as above. */
export async function createCredential(options: CreationOptions) {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: decode(options.challenge),
    user: { ...options.user, id: decode(options.user.id) },
    pubKeyCredParams: [...options.pubKeyCredParams],
    excludeCredentials: options.excludeCredentials.map(decodeId),
  };
  const created = await ask(() => navigator.credentials.create({ publicKey }));
  if (created === null) return null;
  const response = created.response as AuthenticatorAttestationResponse;
  return {
    id: created.id,
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
    },
  };
}

async function ask(run: () => Promise<unknown>): Promise<PublicKeyCredential | null> {
  try {
    return (await run()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function decodeId({ type, id }: Credential): PublicKeyCredentialDescriptor {
  return { type, id: decode(id) };
}

function decode(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
}

function encode(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCodePoint(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
