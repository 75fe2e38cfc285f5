// Writes a release's software bill of materials in CycloneDX format: every package that `npm ci --omit=dev`
// may install.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const IN_MODULES = 'node_modules/';

/**
 * Returns the bill of materials as JSON text, made from the lock file, so that it covers every platform's
 * packages.
 * @param {string} root directory of the checkout
 * @returns {string}
 */
export function buildBillOfMaterials(root) {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { status, stdout, stderr, error } = spawnSync('npm', ['sbom', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`);
  const bill = JSON.parse(stdout);
  // npm's own option for leaving these out also drops packages that others merely share with them.
  const shipped = listShippedPackages(root);
  bill.components = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  const listed = new Set(bill.components.map((component) => component['bom-ref']));
  const top = bill.metadata.component['bom-ref'];
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => ref === top || listed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => listed.has(other)) }));
  // npm uses the directory's name.
  bill.metadata.component.name = readJson(root, 'package.json').name;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function listShippedPackages(root) {
  const entries = Object.entries(readJson(root, 'package-lock.json').packages);
  return new Set(
    entries
      .filter(([path, { dev, link }]) => path.startsWith(IN_MODULES) && !dev && !link)
      .map(
        ([path, { version }]) => `${path.slice(path.lastIndexOf(IN_MODULES) + IN_MODULES.length)}@${version}`,
      ),
  );
}

function readJson(root, name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
