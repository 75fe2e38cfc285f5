// `node scripts/debian.mjs countersign-<version>.tgz`: makes a Debian package of a release, with its packages and the
// Node that runs this script, so that a machine needs nothing else. On the architecture that it's for.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { writeManifest } from './manifest.mjs';

const USAGE = `node scripts/debian.mjs RELEASE.tgz [--modules DIRECTORY] [--compression xz|zstd|gzip|none]

Makes countersign_<version>_<architecture>.deb beside a release. It installs the release's packages with npm;
--modules takes installed ones instead.
`;
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** What the program needs of the system: isolation of what reads documents, and making the service's user. */
const DEPENDS = 'bubblewrap, passwd, libc6 (>= 2.28), libstdc++6';
const UNITS = ['countersign.service', 'countersign-backup.service', 'countersign-backup.timer'];

const SCRIPTS = {
  // Only the machine itself has a user and a running systemd, not a directory that becomes one (DPKG_ROOT).
  postinst: `#!/bin/sh
set -e
if [ "$1" = configure ] && [ -z "$DPKG_ROOT" ]; then
    if ! id -u countersign >/dev/null 2>&1; then
        useradd --system --user-group --home-dir /var/lib/countersign --shell /usr/sbin/nologin countersign
    fi
    if [ ! -e /var/lib/countersign ]; then
        install -d -m 0700 -o countersign -g countersign /var/lib/countersign
    fi
    if [ -d /run/systemd/system ]; then
        systemctl daemon-reload
        systemctl enable countersign.service
        systemctl restart countersign.service
    fi
    echo "Countersign is installed. Set it up with: countersign setup"
fi
`,
  prerm: `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now countersign.service countersign-backup.timer || true
fi
`,
  // Compiled code that the program has kept beside its bundles. Data and settings stay, also when purged.
  postrm: `#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
    rm -rf "$DPKG_ROOT/opt/countersign/build/.compiled"
    rmdir -p "$DPKG_ROOT/opt/countersign/build" 2>/dev/null || true
    if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
fi
if [ "$1" = purge ]; then
    echo "Documents and settings are still in /var/lib/countersign and /etc/countersign."
fi
`,
};

const text = { type: 'string' };
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { modules: text, compression: text, help: { type: 'boolean', short: 'h' } },
});
const [release] = positionals;
if (release === undefined || values.help === true) {
  (values.help === true ? process.stdout : process.stderr).write(USAGE);
  process.exit(values.help === true ? 0 : 1);
}
const architecture = ARCHITECTURES[process.arch];
if (process.platform !== 'linux' || architecture === undefined) {
  process.stderr.write('countersign: packages can be made on Linux with x64 or arm64\n');
  process.exit(1);
}

const staging = mkdtempSync(join(tmpdir(), 'countersign-debian-'));
try {
  process.stdout.write(`${makePackage(resolve(release))}\n`);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function makePackage(archive) {
  const home = join(staging, 'opt', 'countersign');
  mkdirSync(home, { recursive: true });
  chmodSync(staging, 0o755);
  run('tar', ['-xzf', archive, '-C', home, '--strip-components=1']);
  installPackages(home);
  mkdirSync(join(home, 'node', 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(home, 'node', 'bin', 'node'));
  mkdirSync(join(staging, 'usr', 'bin'), { recursive: true });
  symlinkSync('/opt/countersign/deploy/countersign', join(staging, 'usr', 'bin', 'countersign'));
  for (const unit of UNITS) {
    const path = join(staging, 'lib', 'systemd', 'system', unit);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(join(home, 'deploy', unit), path);
  }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  writeControl(version);
  const target = join(dirname(archive), `countersign_${version}_${architecture}.deb`);
  const compression = `-Z${values.compression ?? 'xz'}`;
  run('dpkg-deb', ['--root-owner-group', compression, '--build', staging, target]);
  writeManifest(dirname(archive), version);
  return target;
}

/** Takes the packages for running only. The package has its own Node, so a bundled one is left out. */
function installPackages(home) {
  const packages = join(home, 'node_modules');
  if (values.modules === undefined)
    run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: home });
  else cpSync(resolve(values.modules), packages, { recursive: true, verbatimSymlinks: true });
  if (!existsSync(packages)) return;
  for (const name of readdirSync(packages).filter((entry) => /^node-(?:linux|win|darwin)-/.test(entry)))
    rmSync(join(packages, name), { recursive: true });
  rmSync(join(packages, '.bin', 'node'), { force: true });
}

function writeControl(version) {
  const [size = ''] = run('du', ['-sk', staging]).split('\t');
  const control = [
    'Package: countersign',
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Countersign <security@countersign.invalid>',
    `Installed-Size: ${size}`,
    `Depends: ${DEPENDS}`,
    'Section: web',
    'Priority: optional',
    'Description: e-signature service',
    ' Sends documents, has them signed in order, and gives them back sealed, with',
    ' evidence that anyone can check. PostgreSQL and Node are included.',
    '',
  ];
  const folder = join(staging, 'DEBIAN');
  mkdirSync(folder);
  writeFileSync(join(folder, 'control'), control.join('\n'));
  for (const [name, script] of Object.entries(SCRIPTS))
    writeFileSync(join(folder, name), script, { mode: 0o755 });
}

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
  return stdout;
}
