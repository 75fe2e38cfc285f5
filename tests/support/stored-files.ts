import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApi } from './api.ts';

/** The files that an organization has in storage, as paths below its directory. */
export async function storedFiles(api: TestApi, organizationId: string): Promise<string[]> {
  const { storage } = api.services.config;
  if (storage.kind !== 'disk') throw new Error('tests keep documents on disk');
  try {
    const entries = await readdir(join(storage.directory, organizationId), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
