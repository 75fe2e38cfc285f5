import { execFile, execFileSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createRevocationList } from '#server/crypto/revocation-list.ts';

/** A timestamp service backed by OpenSSL. */
export type TimestampServer = {
  readonly url: string;
  /** The service's root certificate. */
  readonly root: Uint8Array;
  /** Issues the root's revocation list, on which nothing is. */
  readonly issueList: () => Promise<Uint8Array>;
  readonly requests: () => number;
  /** Replaces its responses; null restores the real ones. */
  readonly answerWith: (answer: Answer | null) => void;
  readonly close: () => Promise<void>;
};
type Answer = (request: Buffer, response: ServerResponse) => void;

const CONFIG = `
[req]
distinguished_name = name
prompt = no
[name]
O = Example trust
CN = Example timestamp root
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[unit]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[tsa]
default_tsa = service
[service]
dir = .
serial = serial
signer_cert = unit.pem
certs = root.pem
signer_key = unit.key
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/**
 * Starts a service with its own P-256 root and unit. `days` is how long the unit's certificate is valid;
 * `listUrl` is where it says that its root's revocation list is.
 */
export async function startTimestampServer({
  days = 3650,
  listUrl = '',
}: { readonly days?: number; readonly listUrl?: string } = {}): Promise<TimestampServer> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-tsa-'));
  makeCertificates(directory, days, listUrl);
  let answer: Answer | null = null;
  let requests = 0;
  let last = Promise.resolve();
  const server = createServer((request, response) => {
    requests += 1;
    // OpenSSL keeps its serial number in a file, so requests take turns.
    last = last
      .then(() => respond(directory, request, response, answer))
      .catch(() => void response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    root: new Uint8Array(new X509Certificate(readFileSync(join(directory, 'root.pem'))).raw),
    issueList: () => issueList(directory),
    requests: () => requests,
    answerWith: (next) => (answer = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function issueList(directory: string): Promise<Uint8Array> {
  const certificate = new X509Certificate(readFileSync(join(directory, 'root.pem')));
  const key = createPrivateKey(readFileSync(join(directory, 'root.key')));
  const root = {
    certificate: new Uint8Array(certificate.raw),
    privateKey: new Uint8Array(key.export({ type: 'pkcs8', format: 'der' })),
  };
  const now = new Date();
  const nextUpdate = new Date(now.getTime() + 7 * 24 * 60 * 60_000);
  return await createRevocationList(root, { number: 1, revocations: [], now, nextUpdate });
}

function makeCertificates(directory: string, days: number, listUrl: string): void {
  mkdirSync(directory, { recursive: true });
  const points = listUrl === '' ? '' : `crlDistributionPoints = URI:${listUrl}\n`;
  writeFileSync(
    join(directory, 'openssl.cnf'),
    CONFIG.replace('[tsa]', () => `${points}[tsa]`),
  );
  writeFileSync(join(directory, 'serial'), '1000\n');
  const openssl = (...options: string[]) =>
    execFileSync('openssl', options, { cwd: directory, stdio: 'pipe' });
  const ec = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-config',
    'openssl.cnf',
  ];
  openssl(
    'req',
    '-x509',
    ...ec,
    '-extensions',
    'root',
    '-days',
    '7300',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
  );
  openssl(
    'req',
    ...ec,
    '-subj',
    '/O=Example trust/CN=Example timestamp unit',
    '-keyout',
    'unit.key',
    '-out',
    'unit.csr',
  );
  const issuing = ['-CA', 'root.pem', '-CAkey', 'root.key', '-extfile', 'openssl.cnf', '-extensions', 'unit'];
  openssl('x509', '-req', '-in', 'unit.csr', ...issuing, '-days', String(days), '-out', 'unit.pem');
}

async function respond(
  directory: string,
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer | null,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const query = Buffer.concat(chunks);
  if (answer !== null) answer(query, response);
  else response.setHeader('content-type', 'application/timestamp-reply').end(await replyTo(directory, query));
}

async function replyTo(directory: string, query: Buffer): Promise<Buffer> {
  writeFileSync(join(directory, 'query.tsq'), query);
  const options = ['ts', '-reply', '-config', 'openssl.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr'];
  await promisify(execFile)('openssl', options, { cwd: directory });
  return readFileSync(join(directory, 'reply.tsr'));
}
