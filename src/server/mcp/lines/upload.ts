import { formatMinute } from './words.ts';

/** The address that a document is uploaded to. */
export type UploadLink = { readonly url: string; readonly expiresAt: string; readonly maxBytes: number };

/** Returns lines that say how to upload a document: one for people and one for a shell. */
export function uploadLines(name: string, { url, expiresAt, maxBytes }: UploadLink): string[] {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return [
    `Upload ${name} with one PUT until ${formatMinute(expiresAt)}, at most ${megabytes} MiB. The answer says what was found.`,
    `curl -T FILE '${url}'`,
  ];
}
