// `npm run release`: builds the pages and the packages for developers, and packs countersign-<version>.tgz, which starts without build tools.
// Writes its bill of materials into the archive and next to it, and the list of both with their hashes.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildProduct } from '../src/cli/build.ts';
import { writeManifest } from './manifest.mjs';
import { packPackages } from './packages.mjs';
import { buildBillOfMaterials } from './sbom.mjs';

/**
 * Everything the program reads, and everything that build/ is made from. If those differ, build/ is rebuilt.
 */
const CONTENTS = [
  ...['build', 'deploy', 'docs', 'drizzle', 'packages', 'scripts', 'src', 'static'],
  ...['package.json', 'package-lock.json', '.npmrc', 'svelte.config.js', 'vite.config.ts'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'],
];

const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const release = `${name}-${version}`;

/** Source maps make up half of the pages' size, and Node reads them only on request. */
const isNoSourceMap = (path) => !path.endsWith('.map');

await buildProduct();
packPackages();
const staging = mkdtempSync(join(tmpdir(), 'countersign-release-'));
for (const path of CONTENTS.filter((entry) => existsSync(join(root, entry)))) {
  cpSync(join(root, path), join(staging, release, path), { recursive: true, filter: isNoSourceMap });
}
const bill = buildBillOfMaterials(root);
writeFileSync(join(staging, release, 'sbom.cdx.json'), bill);
writeFileSync(join(root, `${release}.cdx.json`), bill);
const target = join(root, `${release}.tgz`);
const { status, error } = spawnSync('tar', ['-czf', target, '-C', staging, release], { stdio: 'inherit' });
rmSync(staging, { recursive: true, force: true });
if (status !== 0) {
  process.stderr.write(`countersign: the release could not be packed${error ? `: ${error.message}` : ''}\n`);
  process.exit(1);
}
writeManifest(root, version);
process.stdout.write(`${target}\n`);
