import { execFileSync } from 'node:child_process';
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';

/** A remote signing service that follows the CSC API 2.0 as strictly as its text allows. */
export type CscServer = {
  readonly url: string;
  /** The called methods, in order. */
  readonly calls: readonly string[];
  /** Revokes all issued access tokens, or makes the credential unusable. */
  readonly fail: (how: { status?: string; expiresIn?: number }) => void;
  readonly close: () => Promise<void>;
};

type Body = Readonly<Record<string, unknown>>;
const SHA256 = '2.16.840.1.101.3.4.2.1';

export const CSC = {
  clientId: 'countersign',
  clientSecret: 'open sesame',
  credential: 'seal-1',
  pin: '1234',
};

export async function startCscServer(certified: SealCertificate): Promise<CscServer> {
  const calls: string[] = [];
  let status = 'enabled';
  let expiresIn = 3600;
  const tokens = new Set<string>();
  const authorized = new Map<string, string>();
  const directory = mkdtempSync(join(tmpdir(), 'countersign-csc-'));
  const keyFile = join(directory, 'key.pem');
  const key = createPrivateKey({ key: Buffer.from(certified.privateKey), format: 'der', type: 'pkcs8' });
  writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }));
  const isRsa = new X509Certificate(certified.certificate).publicKey.asymmetricKeyType === 'rsa';

  const methods: Readonly<Record<string, (body: Body) => object>> = {
    'credentials/info': (body) => {
      require(body['credentialID'] === CSC.credential && body['certificates'] === 'chain');
      return {
        key: {
          status,
          algo: [isRsa ? '1.2.840.113549.1.1.1' : '1.2.840.10045.4.3.2'],
          len: isRsa ? 3072 : 256,
        },
        cert: {
          status: 'valid',
          certificates: [certified.certificate, ...certified.chain].map((der) =>
            Buffer.from(der).toString('base64'),
          ),
        },
        auth: { mode: 'explicit' },
        multisign: 1,
      };
    },
    'credentials/authorize': (body) => {
      const [hash] = body['hashes'] as string[];
      require(body['credentialID'] === CSC.credential && body['numSignatures'] === 1);
      require(body['hashAlgorithmOID'] === SHA256 && hash !== undefined);
      require(JSON.stringify(body['authData']) === JSON.stringify([{ id: 'PIN', value: CSC.pin }]));
      const SAD = randomUUID();
      authorized.set(SAD, hash ?? '');
      return { SAD, expiresIn: 300 };
    },
    'signatures/signHash': (body) => {
      const [hash] = body['hashes'] as string[];
      const SAD = String(body['SAD']);
      // An authorization is for this hash only, and for one use.
      require(authorized.get(SAD) === hash && authorized.delete(SAD));
      require(body['hashAlgorithmOID'] === SHA256 && typeof body['signAlgo'] === 'string');
      return { signatures: [signHash(Buffer.from(hash ?? '', 'base64')).toString('base64')] };
    },
  };

  /** Signs a hash computed elsewhere, which Node can't do. */
  function signHash(input: Buffer): Buffer {
    const options = ['pkeyutl', '-sign', '-inkey', keyFile, '-pkeyopt', 'digest:sha256'];
    return execFileSync('openssl', options, { input });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ error: 'invalid_request', error_description: String(error) })),
    );
  });
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const name = (request.url ?? '').replace('/csc/v2/', '');
    calls.push(name);
    if (name === 'oauth2/token') {
      require(body['grant_type'] === 'client_credentials' && body['client_secret'] === CSC.clientSecret);
      const token = randomUUID();
      tokens.add(token);
      response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: expiresIn }));
      return;
    }
    if (!tokens.has((request.headers.authorization ?? '').replace('Bearer ', ''))) {
      response.writeHead(401).end('{"error":"invalid_token"}');
      return;
    }
    const method = methods[name];
    if (method === undefined) throw new Error(`unknown method ${name}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(method(body)));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/csc/v2`,
    calls,
    fail: (how) => {
      status = how.status ?? status;
      expiresIn = how.expiresIn ?? expiresIn;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true });
    },
  };
}

function require(holds: boolean): void {
  if (!holds) throw new Error('a parameter is missing or wrong');
}
