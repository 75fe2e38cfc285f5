import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { StoredFacts } from '../driver.ts';
import type { S3Client, S3Request } from './client.ts';

/** Bytes whose size and hash are known, because S3 needs both before the first byte. */
export type KnownContent = {
  readonly content: Uint8Array | { readonly path: string };
  readonly facts: StoredFacts;
};

/** Stores an object with one request. */
export async function putWhole(
  client: S3Client,
  key: string,
  { contentType, ...known }: KnownContent & { readonly contentType: string },
): Promise<StoredFacts> {
  const { headers, body } = toRequestContent(known);
  const answer = await client.send({
    method: 'PUT',
    key,
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  await answer.body?.cancel();
  return known.facts;
}

/** Returns a request's body, and the header that makes the bucket refuse any other bytes. */
export function toRequestContent({
  content,
  facts,
}: KnownContent): Required<Pick<S3Request, 'headers' | 'body'>> {
  return {
    headers: { 'x-amz-content-sha256': facts.sha256 },
    body: {
      sizeBytes: facts.sizeBytes,
      open: () => (content instanceof Uint8Array ? Readable.from([content]) : createReadStream(content.path)),
    },
  };
}
