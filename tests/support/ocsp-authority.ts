import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key (DER). */
export type Issued = { readonly certificate: Uint8Array; readonly privateKey: Uint8Array };

/**
 * An OpenSSL certificate authority that answers OCSP requests and creates revocation lists without publishing
 * them.
 */
export type OcspAuthority = {
  readonly root: Uint8Array;
  /** Issues a certificate for document signing that names a responder, and a list if it has an address. */
  readonly issue: (serial: keyof typeof SERIALS, responder: string, listUrl?: string) => Issued;
  /**
   * Writes an issued certificate with its key and its issuer to a PKCS#12 file with the password `secret`.
   * Returns its path.
   */
  readonly keyStore: (serial: keyof typeof SERIALS) => string;
  /** Makes a revocation list with this issuing distribution point, such as `onlyuser = TRUE`. */
  readonly list: (...point: string[]) => Uint8Array;
  /**
   * Starts OpenSSL's responder. `by` is whose key signs: the authority's, a responder's, or someone else's.
   */
  readonly respond: (by: 'root' | 'responder' | 'other', ...options: string[]) => Promise<string>;
  /** Returns OpenSSL's verdict on a response. */
  readonly judge: (response: Uint8Array, about: Issued) => string;
  readonly close: () => void;
};

/** Certificates by their state in the authority's index. */
const SERIALS = { good: '0A', revoked: '0B', unlisted: '0C' } as const;
const INDEX = [
  'V\t361120120000Z\t\t0A\tunknown\t/CN=good',
  'R\t361120120000Z\t261101000000Z\t0B\tunknown\t/CN=revoked',
];

export function openOcspAuthority(): OcspAuthority {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-ocsp-'));
  const responders: ChildProcess[] = [];
  const openssl = (...options: string[]) =>
    execFileSync('openssl', options, { cwd: directory, stdio: 'pipe', encoding: 'utf8' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const der = (name: string) => new Uint8Array(new X509Certificate(readFileSync(join(directory, name))).raw);
  for (const name of ['root', 'other'])
    openssl(
      'req',
      '-x509',
      ...key,
      '-subj',
      '/O=Public trust/CN=Public root',
      '-days',
      '3650',
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    );
  const issue = (name: string, serial: string, extensions: readonly string[]) => {
    openssl(
      'req',
      ...key,
      '-subj',
      `/O=Example Ltd/CN=${name}`,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    writeFileSync(join(directory, 'extensions'), `${extensions.join('\n')}\n`);
    const by = ['-CA', 'root.pem', '-CAkey', 'root.key', '-set_serial', `0x${serial}`, '-days', '3000'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...by, '-extfile', 'extensions', '-out', `${name}.pem`);
  };
  issue('responder', '0F', ['extendedKeyUsage=OCSPSigning', 'keyUsage=critical,digitalSignature']);
  writeFileSync(join(directory, 'index.txt'), `${INDEX.join('\n')}\n`);
  return {
    root: der('root.pem'),
    issue(serial, responder, listUrl) {
      issue(serial, SERIALS[serial], [
        'basicConstraints=critical,CA:FALSE',
        'keyUsage=critical,digitalSignature',
        'extendedKeyUsage=1.3.6.1.5.5.7.3.36',
        `authorityInfoAccess=OCSP;URI:${responder}`,
        ...(listUrl === undefined ? [] : [`crlDistributionPoints=URI:${listUrl}`]),
      ]);
      openssl(
        'pkcs8',
        '-topk8',
        '-nocrypt',
        '-in',
        `${serial}.key`,
        '-outform',
        'DER',
        '-out',
        `${serial}.p8`,
      );
      return {
        certificate: der(`${serial}.pem`),
        privateKey: new Uint8Array(readFileSync(join(directory, `${serial}.p8`))),
      };
    },
    keyStore(serial) {
      const files = ['-inkey', `${serial}.key`, '-in', `${serial}.pem`, '-certfile', 'root.pem'];
      openssl('pkcs12', '-export', ...files, '-out', `${serial}.p12`, '-passout', 'pass:secret');
      return join(directory, `${serial}.p12`);
    },
    list(...point) {
      writeFileSync(
        join(directory, 'lists.cnf'),
        [
          ...['[ca]', 'default_ca = authority', '[authority]', 'database = index.txt', 'default_md = sha256'],
          ...['default_crl_days = 7', '[list]', 'authorityKeyIdentifier = keyid'],
          ...(point.length === 0 ? [] : ['issuingDistributionPoint = critical, @point', '[point]', ...point]),
        ].join('\n'),
      );
      const by = ['-keyfile', 'root.key', '-cert', 'root.pem', '-crlexts', 'list'];
      openssl('ca', '-gencrl', '-config', 'lists.cnf', ...by, '-out', 'list.pem');
      openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der');
      return new Uint8Array(readFileSync(join(directory, 'list.der')));
    },
    async respond(by, ...options) {
      const files = ['-index', 'index.txt', '-CA', 'root.pem', '-rsigner', `${by}.pem`, '-rkey', `${by}.key`];
      const child = spawn('openssl', ['ocsp', '-port', '0', ...files, ...options], {
        cwd: directory,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      responders.push(child);
      return await new Promise<string>((resolve, reject) => {
        let output = '';
        child.once('exit', () => reject(new Error(`no responder: ${output}`)));
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => {
            output += chunk.toString();
            const port = /ACCEPT \S*?:(\d+)\s/.exec(output)?.[1];
            if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
          });
      });
    },
    judge(response, { certificate }) {
      writeFileSync(join(directory, 'response.der'), response);
      writeFileSync(join(directory, 'about.pem'), new X509Certificate(certificate).toString());
      return openssl(
        'ocsp',
        ...['-issuer', 'root.pem', '-cert', 'about.pem', '-respin', 'response.der', '-CAfile', 'root.pem'],
      );
    },
    close() {
      for (const child of responders) child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
