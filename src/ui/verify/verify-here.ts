import type { Report } from '#verify/verify.ts';

/** A file with its report. */
export type Verified = {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: Report;
};

/** Verifies a file in this browser against the instance's roots. Null if the browser has no cryptography here. */
export async function verifyHere(file: File): Promise<Verified | null> {
  // Browsers offer it only on pages over HTTPS.
  if (typeof crypto.subtle === 'undefined') return null;
  const [{ verify }, rootFingerprints, buffer] = await Promise.all([
    import('#verify/verify.ts'),
    publishedFingerprints(),
    file.arrayBuffer(),
  ]);
  const bytes = new Uint8Array(buffer);
  return { name: file.name, bytes, report: await verify(bytes, { rootFingerprints }) };
}

/** Without a connection, the report says that the root has to be compared by hand. */
async function publishedFingerprints(): Promise<string[]> {
  try {
    const answer = await fetch('/api/verify');
    if (!answer.ok) return [];
    const { roots } = (await answer.json()) as { readonly roots: readonly { readonly sha256: string }[] };
    return roots.map(({ sha256 }) => sha256);
  } catch {
    return [];
  }
}

/** Saves bytes as a file. */
export function save(name: string, type: string, content: Uint8Array<ArrayBuffer> | string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
