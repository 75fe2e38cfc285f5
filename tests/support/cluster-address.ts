import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterAddress } from './cluster-server.ts';
import { getErrorCode } from '#domain/error-code.ts';

/** The outcome of starting the run's server. */
type Announcement = { readonly address: ClusterAddress } | { readonly error: string };

const FILE = 'cluster.json';
const ASK_AGAIN_MS = 25;

/** Tells the workers, which may already be waiting, how the start of the run's server ended. */
export async function announceCluster(directory: string, announcement: Announcement): Promise<void> {
  const file = join(directory, FILE);
  await writeFile(`${file}.new`, JSON.stringify(announcement));
  // Workers see the whole file or none.
  await rename(`${file}.new`, file);
}

/** Waits until the run's server has started. */
export async function waitForCluster(directory: string): Promise<ClusterAddress> {
  for (;;) {
    const announcement = await readAnnouncement(directory);
    if (announcement === null) await delay(ASK_AGAIN_MS);
    else if ('address' in announcement) return announcement.address;
    else throw new Error(`PostgreSQL did not start: ${announcement.error}`);
  }
}

async function readAnnouncement(directory: string): Promise<Announcement | null> {
  try {
    return JSON.parse(await readFile(join(directory, FILE), 'utf8')) as Announcement;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
