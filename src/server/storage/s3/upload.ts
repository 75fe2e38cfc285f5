import { computeSha256Hex } from '../../crypto/hash.ts';
import { StorageAwayError } from '../driver.ts';
import { isStorageKey } from '../keys.ts';
import { type S3Client, S3Error } from './client.ts';
import { type KnownContent, toRequestContent } from './whole.ts';
import { DAY_MS } from '#domain/time.ts';

/** An upload in parts (S3's "multipart upload"). The object appears when the upload is completed. */
export type Upload = { readonly key: string; readonly uploadId: string };

export async function beginUpload(client: S3Client, key: string, contentType: string): Promise<Upload> {
  const headers = { 'content-type': contentType };
  const answer = await client.send({ method: 'POST', key, query: { uploads: '' }, headers });
  const [uploadId] = readElementTexts(await answer.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('the object store began an upload without naming it');
  return { key, uploadId };
}

/** Sends a part and returns its ETag. */
export async function sendPart(
  client: S3Client,
  { key, uploadId }: Upload,
  { number, ...known }: KnownContent & { readonly number: number },
): Promise<string> {
  const query = { partNumber: String(number), uploadId };
  const answer = await client.send({ method: 'PUT', key, query, ...toRequestContent(known) });
  await answer.body?.cancel();
  const etag = answer.headers.get('etag');
  if (etag === null) throw new Error('the object store took a part without an ETag');
  return etag;
}

/**
 * Completes the upload by joining its parts. The response can have status 200 and still contain an error in
 * its body.
 */
export async function completeUpload(
  client: S3Client,
  { key, uploadId }: Upload,
  { etags, sizeBytes }: { readonly etags: readonly string[]; readonly sizeBytes: number },
): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  const content = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const facts = { sizeBytes: content.length, sha256: computeSha256Hex(content) };
  const request = {
    method: 'POST',
    key,
    query: { uploadId },
    ...toRequestContent({ content, facts }),
  } as const;
  try {
    const [code] = readElementTexts(await (await client.send(request)).text(), 'Code');
    if (code !== undefined) throw new StorageAwayError(`the object store put nothing together: ${code}`);
  } catch (error) {
    if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
    // An earlier attempt succeeded, and only its response was lost.
    const found = await client.send({ method: 'HEAD', key });
    if (found.headers.get('content-length') !== String(sizeBytes)) throw error;
  }
}

export async function abortUpload(client: S3Client, { key, uploadId }: Upload): Promise<void> {
  const answer = await client.send({ method: 'DELETE', key, query: { uploadId } });
  await answer.body?.cancel();
}

const ABANDONED_AFTER_MS = DAY_MS;

/**
 * Aborts uploads that killed processes left behind, at most 1,000. No upload takes a day, so uploads that are
 * still running aren't lost.
 */
export async function abortAbandoned(client: S3Client): Promise<void> {
  const answer = await client
    .send({ method: 'GET', key: '', query: { uploads: '' } })
    .catch((error: unknown) => {
      // If the credentials may not list uploads, a rule of the bucket has to remove them (docs/storage.md).
      if (error instanceof S3Error) return null;
      throw error;
    });
  for (const entry of readElementTexts((await answer?.text()) ?? '', 'Upload')) {
    const [key, uploadId, initiated] = ['Key', 'UploadId', 'Initiated'].map(
      (name) => readElementTexts(entry, name)[0],
    );
    if (key === undefined || uploadId === undefined || !isStorageKey(key)) continue;
    if (Date.now() - Date.parse(initiated ?? '') > ABANDONED_AFTER_MS)
      await abortUpload(client, { key, uploadId });
  }
}

/**
 * Returns the texts of all elements with this name. Keys, identifiers, times and codes contain no escapes.
 */
function readElementTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text);
}
