import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBillOfMaterials } from '../scripts/sbom.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

type Locked = {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
};
type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string }[];
};
type Bill = {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly Component[];
};

/** Packages that state their license only in a file, which tests/licenses.test.ts lists. */
const LICENSED_BY_FILE: readonly string[] = ['xml-escape'];

const shipped = Object.entries(
  (JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
    .packages,
).filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true);
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('every shipped package', () => {
  it('is locked to its content', () => {
    expect(shipped.length).toBeGreaterThan(100);
    const loose = shipped.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
    expect(loose.map(([path]) => path)).toEqual([]);
  });

  it('names its license', () => {
    const unnamed = shipped.filter(([, { license }]) => !license).map(([path]) => nameOf(path));
    expect(unnamed.filter((name) => !LICENSED_BY_FILE.includes(name))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  let bill: Bill;
  beforeAll(() => {
    bill = JSON.parse(buildBillOfMaterials(ROOT)) as Bill;
  });

  it('is in CycloneDX and has every shipped package, with version and hash', () => {
    expect([bill.bomFormat, bill.metadata.component.name]).toEqual(['CycloneDX', 'countersign']);
    const listed = new Set(
      bill.components
        .filter(({ hashes = [] }) => hashes.some(({ alg }) => alg === 'SHA-512'))
        .map(({ name, version }) => `${name}@${version}`),
    );
    const expected = new Set(shipped.map(([path, { version }]) => `${nameOf(path)}@${version}`));
    expect([...listed].sort()).toEqual([...expected].sort());
  });
});
