import { formatMinute } from './words.ts';

/** Where a document is uploaded. */
export type UploadLink = { readonly url: string; readonly expiresAt: string; readonly maxBytes: number };

/** Says how to upload a document, in a line for people and one for a shell. */
export function uploadLines(name: string, { url, expiresAt, maxBytes }: UploadLink): string[] {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  return [
    `Upload ${name} with one PUT until ${formatMinute(expiresAt)}, at most ${megabytes} MiB. The answer says what was found.`,
    `curl -T FILE '${url}'`,
  ];
}
