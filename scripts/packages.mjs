// `npm run packages`: packs our own packages into build/packages, from where every instance serves them, with the list
// of their hashes.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = join(root, 'packages');
const PYTHON = join(PACKAGES, 'python');
/** Wheels of the same sources are the same bytes. ZIP knows no earlier time. */
const EPOCH = new Date(1980, 0, 1);

/** Packs all packages. Throws what npm says if one can't be packed. */
export function packPackages() {
  const target = join(root, 'build', 'packages');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--workspaces', '--silent', '--pack-destination', target], {
    cwd: root,
    encoding: 'utf8',
  });
  if (packed.status !== 0) throw new Error(`the packages could not be packed\n${packed.stderr}`);
  const wheel = buildWheel();
  writeFileSync(join(target, wheel.name), wheel.bytes);
  const lines = readdirSync(target).map((name) => `${hashHex(readFileSync(join(target, name)))}  ${name}\n`);
  writeFileSync(join(target, 'SHA256SUMS'), lines.sort().join(''));
}

/** Builds the wheel of the Python client (Binary Distribution Format 1.0), which is pure Python. */
function buildWheel() {
  const project = readFileSync(join(PYTHON, 'pyproject.toml'), 'utf8');
  const read = (key) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(project)?.[1] ?? fail(key);
  const [name, version] = [read('name'), read('version')];
  const info = `${name}-${version}.dist-info`;
  const modules = readdirSync(join(PYTHON, 'src', name)).filter((file) => /\.py$|^py\.typed$/.test(file));
  const files = {
    ...Object.fromEntries(
      modules.map((file) => [`${name}/${file}`, readFileSync(join(PYTHON, 'src', name, file))]),
    ),
    [`${info}/METADATA`]: Buffer.from(
      [
        'Metadata-Version: 2.4',
        ...[`Name: ${name}`, `Version: ${version}`, `Summary: ${read('description')}`],
        ...[`Requires-Python: ${read('requires-python')}`, `License-Expression: ${read('license')}`],
        ...['License-File: LICENSE', 'Description-Content-Type: text/markdown', ''],
        readFileSync(join(PYTHON, 'README.md'), 'utf8'),
      ].join('\n'),
    ),
    [`${info}/WHEEL`]: Buffer.from(
      'Wheel-Version: 1.0\nGenerator: countersign\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    [`${info}/licenses/LICENSE`]: readFileSync(join(PYTHON, 'LICENSE')),
  };
  const record = Object.entries(files).map(
    ([path, bytes]) =>
      `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`,
  );
  const all = { ...files, [`${info}/RECORD`]: Buffer.from(`${record.join('')}${info}/RECORD,,\n`) };
  return { name: `${name}-${version}-py3-none-any.whl`, bytes: zipSync(all, { mtime: EPOCH }) };
}

function fail(key) {
  throw new Error(`packages/python/pyproject.toml has no ${key}`);
}

function hashHex(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

if (import.meta.main) packPackages();
