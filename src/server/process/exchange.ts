import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTemporaryDirectory } from '#server/temporary.ts';
import { deliverFile } from './deliver-file.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** The files of a request, by the paths that the request contains. */
export interface RequestFiles {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** A directory through which a process that can't access other files receives and returns them. */
export interface Exchange {
  readonly directory: string;
  /**
   * Copies the files that the request reads into the directory, and returns the request with paths in the
   * directory.
   */
  readonly give: <Request>(request: Request, files: RequestFiles) => Promise<Request>;
  /** Copies the written files to the paths that the request names. */
  readonly take: (files: RequestFiles) => Promise<void>;
  /** Removes the files of a request. */
  readonly clear: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Creates an empty directory that other accounts can't enter. */
export function openExchange(): Exchange {
  const directory = createTemporaryDirectory('exchange');
  const placeOf = new Map<string, string>();
  return {
    directory,
    give: async (request, { reads, writes }) => {
      // The same file may be read twice, for example when a document is joined with itself.
      for (const path of new Set([...reads, ...writes])) {
        const place = join(directory, String(placeOf.size));
        await mkdir(place);
        placeOf.set(path, join(place, basename(path)));
      }
      for (const path of reads) {
        const place = placeOf.get(path);
        if (place !== undefined) await copyIfThere(path, place);
      }
      return withPaths(request, placeOf) as typeof request;
    },
    take: async ({ writes }) => {
      for (const path of writes) {
        const place = placeOf.get(path);
        if (place !== undefined) await deliverFile(place, path);
      }
    },
    clear: async () => {
      placeOf.clear();
      for (const name of await readdir(directory))
        await rm(join(directory, name), { recursive: true, force: true });
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A missing file is missing in the directory as well. That matters only if the process reads it. */
async function copyIfThere(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
  }
}

/** Returns a value in which known paths are replaced. */
function withPaths(value: unknown, placeOf: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return placeOf.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => withPaths(item, placeOf));
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withPaths(part, placeOf)]));
}
