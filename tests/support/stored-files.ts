import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestApi } from './api.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** Returns an organization's files in storage, as paths below its directory. */
export async function storedFiles(api: TestApi, organizationId: string): Promise<string[]> {
  try {
    const entries = await readdir(join(fileURLToPath(api.services.config.storageUrl), organizationId), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The file that holds a stored object. */
export async function fileOfObject(api: Pick<TestApi, 'services'>, key: string | undefined): Promise<string> {
  const found = await api.services.storage.stat(key ?? '');
  if (found?.localPath == null) throw new Error('tests keep documents on disk');
  return found.localPath;
}
