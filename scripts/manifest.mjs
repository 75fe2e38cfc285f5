// The list of a release's files with their hashes, which `sha256sum --check SHA256SUMS` reads, and its signature.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes SHA256SUMS for the files of a version in a directory. With RELEASE_KEY, the path of an Ed25519 key in PEM,
 * also writes its signature, which
 * `openssl pkeyutl -verify -pubin -inkey KEY.pub -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig` checks.
 * @param {string} directory
 * @param {string} version
 */
export function writeManifest(directory, version) {
  const files = readdirSync(directory)
    .filter(
      (name) => name.startsWith(`countersign-${version}.`) || name.startsWith(`countersign_${version}_`),
    )
    .sort();
  const lines = files.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(directory, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  const manifest = Buffer.from(lines.join(''));
  writeFileSync(join(directory, 'SHA256SUMS'), manifest);
  const key = process.env.RELEASE_KEY;
  if (key === undefined || key === '') return;
  writeFileSync(join(directory, 'SHA256SUMS.sig'), sign(null, manifest, createPrivateKey(readFileSync(key))));
}
