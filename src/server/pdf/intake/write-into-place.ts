import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';

export interface WriteTarget {
  readonly targetPath: string;
  /** Written first, then renamed to `targetPath`; in the same directory. */
  readonly partPath: string;
}

/** Writes a file completely or not at all. */
export async function writeIntoPlace(
  bytes: Uint8Array,
  { partPath, targetPath }: WriteTarget,
): Promise<void> {
  const file = await open(partPath, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(partPath, targetPath);
}

/** Returns a SHA-256 in lowercase hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
