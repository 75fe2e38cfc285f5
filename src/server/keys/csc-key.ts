import { createHash, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { SealKeyError } from '#server/crypto/keys/seal-key.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';

/** A key at a remote signing service that supports the API of the Cloud Signature Consortium, version 2. */
export type CscSettings = {
  /** The base URL of the service, such as https://sign.example.com/csc/v2. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly credential: string;
  /** The credential's PIN; empty if it has none. */
  readonly pin: string;
};

const TIMEOUT_MS = 15_000;
const SHA256 = '2.16.840.1.101.3.4.2.1';
const RSA = '1.2.840.113549.1.1.1';
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
/** An access token is renewed this long before it expires. */
const TOKEN_MARGIN_MS = 30_000;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });
const infoSchema = z.object({
  key: z.object({ status: z.string(), algo: z.array(z.string()) }),
  cert: z.object({ status: z.string().optional(), certificates: z.array(z.string()).min(1) }),
});
const authorizedSchema = z.object({ SAD: z.string().min(1) });
const signedSchema = z.object({ signatures: z.array(z.string()).length(1) });

/**
 * Opens a key that signs hashes remotely, with credentials/authorize for each hash and then
 * signatures/signHash (CSC API 2.0, 11.6 and 11.10).
 */
export async function openCscKey(
  settings: CscSettings,
): Promise<SigningKey & { readonly close: () => Promise<void> }> {
  const call = createCaller(settings);
  const credentialID = settings.credential;
  const info = await call(
    'credentials/info',
    { credentialID, certificates: 'chain', certInfo: true, authInfo: true },
    infoSchema,
  );
  if (info.key.status !== 'enabled') throw new SealKeyError(`the credential's key is ${info.key.status}`);
  if ((info.cert.status ?? 'valid') !== 'valid')
    throw new SealKeyError(`the credential's certificate is ${info.cert.status}`);
  const [leaf, ...chain] = info.cert.certificates.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
  if (leaf === undefined) throw new SealKeyError('the credential has no certificate');
  const signAlgo = new X509Certificate(leaf).publicKey.asymmetricKeyType === 'rsa' ? RSA : ECDSA_SHA256;

  return {
    certificate: leaf,
    chain,
    sign: async (data) => {
      const hashes = [createHash('sha256').update(data).digest('base64')];
      const named = { credentialID, hashes, hashAlgorithmOID: SHA256 };
      const authData = settings.pin === '' ? [] : [{ id: 'PIN', value: settings.pin }];
      const { SAD } = await call(
        'credentials/authorize',
        { ...named, numSignatures: 1, authData },
        authorizedSchema,
      );
      const { signatures } = await call('signatures/signHash', { ...named, SAD, signAlgo }, signedSchema);
      return new Uint8Array(Buffer.from(signatures[0] ?? '', 'base64'));
    },
    close: () => Promise.resolve(),
  };
}

type Call = <Answer>(method: string, body: object, schema: z.ZodType<Answer>) => Promise<Answer>;

/**
 * Creates a caller of the service's methods. It uses an access token of the client (OAuth 2.0, 4.4) and
 * requests a new one when that expires.
 */
function createCaller({ url, clientId, clientSecret }: CscSettings): Call {
  const base = url.replace(/\/$/, '');
  let token: { readonly value: string; readonly until: number } | null = null;
  const getAccessToken = async () => {
    if (token !== null && Date.now() < token.until) return token.value;
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { access_token: value, expires_in: seconds = 300 } = await post(
      `${base}/oauth2/token`,
      body,
      {},
      tokenSchema,
    );
    token = { value, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS };
    return value;
  };
  return async (method, body, schema) =>
    await post(`${base}/${method}`, body, { authorization: `Bearer ${await getAccessToken()}` }, schema);
}

async function post<Answer>(
  url: string,
  body: object,
  headers: Record<string, string>,
  schema: z.ZodType<Answer>,
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok)
    throw new SealKeyError(`the signing service answered ${response.status} to ${new URL(url).pathname}`);
  const parsed = schema.safeParse(await response.json());
  if (!parsed.success)
    throw new SealKeyError(`the signing service's answer to ${new URL(url).pathname} is not understood`);
  return parsed.data;
}
