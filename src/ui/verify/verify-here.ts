// Part of the page's own script: a page that is open has to verify without a connection.
import { type Report, verify } from '#verify/verify.ts';

/** A file with its report. */
export type Verified = {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: Report;
};

/** A root certificate of this instance, as PEM. */
export type Root = { readonly sha256: string; readonly certificate: string };

/** Whether the browser has cryptography here. Browsers offer it only on pages over HTTPS. */
export function canVerify(): boolean {
  return typeof crypto.subtle !== 'undefined';
}

/** Verifies a file in this browser against the instance's roots. Rejects if the file can't be read. */
export async function verifyHere(file: File): Promise<Verified> {
  const [roots, buffer] = await Promise.all([publishedRoots(), file.arrayBuffer()]);
  const bytes = new Uint8Array(buffer);
  const rootFingerprints = roots.map(({ sha256 }) => sha256);
  return { name: file.name, bytes, report: await verify(bytes, { rootFingerprints }) };
}

let asked: Promise<readonly Root[]> | null = null;

/**
 * Gets the instance's roots, once. Without a connection there are none, and the report says that the root has to be
 * compared by hand.
 */
export async function publishedRoots(): Promise<readonly Root[]> {
  const answer = (asked ??= fetchRoots());
  const roots = await answer;
  // Asked again with the next file.
  if (roots.length === 0 && asked === answer) asked = null;
  return roots;
}

async function fetchRoots(): Promise<readonly Root[]> {
  try {
    const answer = await fetch('/api/verify');
    return answer.ok ? ((await answer.json()) as { readonly roots: readonly Root[] }).roots : [];
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
