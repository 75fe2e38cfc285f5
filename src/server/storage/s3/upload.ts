import { computeSha256Hex } from '../../crypto/hash.ts';
import { StorageAwayError } from '../driver.ts';
import { isStorageKey } from '../keys.ts';
import { type S3Client, S3Error } from './client.ts';
import { type KnownContent, toRequestContent } from './whole.ts';

/** An upload in parts (S3's "multipart upload"). Its object appears when it is completed. */
export type Upload = { readonly key: string; readonly uploadId: string };

export async function beginUpload(client: S3Client, key: string, contentType: string): Promise<Upload> {
  const headers = { 'content-type': contentType };
  const answer = await client.send({ method: 'POST', key, query: { uploads: '' }, headers });
  const [uploadId] = readElementTexts(await answer.text(), 'UploadId');
  if (uploadId === undefined) throw new Error('the object store began an upload without naming it');
  return { key, uploadId };
}

/** Sends a part, and returns its ETag. */
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

/** Puts the parts together. The answer can be 200 and have an error in its body. */
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
    // An attempt before succeeded, and only its answer was lost.
    const found = await client.send({ method: 'HEAD', key });
    if (found.headers.get('content-length') !== String(sizeBytes)) throw error;
  }
}

export async function abortUpload(client: S3Client, { key, uploadId }: Upload): Promise<void> {
  const answer = await client.send({ method: 'DELETE', key, query: { uploadId } });
  await answer.body?.cancel();
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Aborts uploads of killed processes, at most 1,000. None takes a day, so none that is still running is lost. */
export async function abortAbandoned(client: S3Client): Promise<void> {
  const answer = await client
    .send({ method: 'GET', key: '', query: { uploads: '' } })
    .catch((error: unknown) => {
      // Credentials that may not list uploads leave them to a rule of the bucket (docs/storage.md).
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

/** Returns what the elements of a name contain. Keys, identifiers, times and codes have no escapes. */
function readElementTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text);
}
