// Part of the page's own script: a page that is open has to verify without a connection.
import { fromBase64 } from '#verify/bytes.ts';
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
  const [trusted, buffer] = await Promise.all([published(), file.arrayBuffer()]);
  const bytes = new Uint8Array(buffer);
  const report = await verify(bytes, {
    rootFingerprints: trusted.roots.map(({ sha256 }) => sha256),
    // Tokens may leave the root out, so fingerprints aren't enough.
    timestampRoots: trusted.timestampRoots.map(({ certificate }) => derOf(certificate)),
  });
  return { name: file.name, bytes, report };
}

function derOf(pem: string): Uint8Array {
  return fromBase64(pem.replace(/-----[A-Z ]+-----|\s/g, ''));
}

/** What the instance trusts: its own roots, and those of timestamp services. */
type Published = { readonly roots: readonly Root[]; readonly timestampRoots: readonly Root[] };
const NOTHING: Published = { roots: [], timestampRoots: [] };

let asked: Promise<Published> | null = null;

/**
 * Gets the instance's roots, once. Without a connection there are none, and the report says that the root has to be
 * compared by hand.
 */
export async function publishedRoots(): Promise<readonly Root[]> {
  return (await published()).roots;
}

async function published(): Promise<Published> {
  const answer = (asked ??= fetchPublished());
  const { roots } = await answer;
  // Asked again with the next file.
  if (roots.length === 0 && asked === answer) asked = null;
  return await answer;
}

async function fetchPublished(): Promise<Published> {
  try {
    const answer = await fetch('/api/verify');
    return answer.ok ? ((await answer.json()) as Published) : NOTHING;
  } catch {
    return NOTHING;
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
