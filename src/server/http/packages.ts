import { readdirSync, readFileSync } from 'node:fs';
import { createRefusal } from '#domain/errors.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { matchesEntityTag } from './entity-tag.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** The path of the packages that an instance serves. */
export const PACKAGES = '/api/packages';

/** Where `npm run packages` puts them. A release has them, a checkout only after that command. */
const FOLDER = new URL('../../../build/packages/', import.meta.url);
const TYPES: Readonly<Record<string, string>> = {
  tgz: 'application/gzip',
  whl: 'application/zip',
};

type PackedFile = { readonly bytes: Buffer<ArrayBuffer>; readonly sha256: string };

/** The files by name, read once, so that no request path ever reaches the disk. */
let files: ReadonlyMap<string, PackedFile> | null = null;

/**
 * Answers the list of the packages for developers with their hashes, or one of them. Refuses with `not_found` for any
 * other name.
 */
export function answerPackages(request: Request, path: string, origin: string): Response {
  files ??= readFiles();
  const name = path.slice(PACKAGES.length).replace(/^\//, '');
  if (name === '') {
    const items = [...files]
      .filter(([file]) => getExtension(file) in TYPES)
      .map(([file, { bytes, sha256 }]) => ({
        ...{ file, url: `${origin}${PACKAGES}/${file}`, sha256, size: bytes.length },
      }));
    return Response.json({ items }, { headers: { 'cache-control': 'no-cache' } });
  }
  const file = files.get(name);
  if (file === undefined) throw createRefusal('not_found');
  const etag = `"${file.sha256.slice(0, 32)}"`;
  const headers = {
    'content-type': TYPES[getExtension(name)] ?? 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
    etag,
  };
  if (matchesEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers });
  return new Response(file.bytes, { headers });
}

function getExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function readFiles(): ReadonlyMap<string, PackedFile> {
  const names = listNames();
  return new Map(
    names.map((name) => {
      const bytes = readFileSync(new URL(name, FOLDER));
      return [name, { bytes, sha256: computeSha256Hex(bytes) }];
    }),
  );
}

function listNames(): readonly string[] {
  try {
    return readdirSync(FOLDER).sort();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
