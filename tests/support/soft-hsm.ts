import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SealCertificate } from '#server/crypto/certificate-authority.ts';
import type { Pkcs11Settings } from '#server/keys/pkcs11-key.ts';

const LIBRARIES = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so'];
const library = LIBRARIES.find((path) => existsSync(path));
const PIN = '1234';

/** Whether SoftHSM (Debian package softhsm2) and the optional package that talks to it are installed. */
export const hasSoftHsm =
  library !== undefined &&
  spawnSync('softhsm2-util', ['--version']).status === 0 &&
  existsSync(new URL('../../node_modules/pkcs11js', import.meta.url));

/** Makes a software token. SoftHSM finds it through this process's environment. */
export function softHsm(): {
  readonly add: (label: string, certified: SealCertificate) => Pkcs11Settings;
  readonly remove: () => void;
} {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-hsm-'));
  const settings = join(directory, 'softhsm2.conf');
  writeFileSync(
    settings,
    `directories.tokendir = ${directory}\nobjectstore.backend = file\nlog.level = ERROR\n`,
  );
  process.env['SOFTHSM2_CONF'] = settings;
  const run = (...options: string[]) => execFileSync('softhsm2-util', options, { stdio: 'pipe' });
  run('--init-token', '--free', '--label', 'seals', '--pin', PIN, '--so-pin', '5678');
  let id = 0;
  return {
    add: (label, { certificate, chain, privateKey }) => {
      const [key, certificates] = [join(directory, `${label}.key`), join(directory, `${label}.pem`)];
      const parsed = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' });
      writeFileSync(key, parsed.export({ type: 'pkcs8', format: 'pem' }));
      writeFileSync(
        certificates,
        [certificate, ...chain].map((der) => new X509Certificate(der).toString()).join(''),
      );
      id += 1;
      run('--import', key, '--token', 'seals', '--label', label, '--id', `0${id}`, '--pin', PIN);
      return { module: library ?? '', token: 'seals', key: label, pin: PIN, certificates };
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
