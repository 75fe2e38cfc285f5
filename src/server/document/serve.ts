import type { EnvelopeDocument } from '#domain/envelope/graph.ts';
import { cutTo } from '#domain/text.ts';
import { BlobMissingError, type ByteSpan } from '#server/storage/driver.ts';
import { StoredFileResponse } from '#server/storage/stored-file-response.ts';
import type { Services } from '#server/runtime/services.ts';

/** Serves a stored file. Shared caches don't keep it, and browsers can't sniff it as another type. */
export async function serveFile(
  services: Pick<Services, 'storage'>,
  document: Pick<EnvelopeDocument, 'key' | 'sha256' | 'contentType'>,
  options: { readonly filename: string; readonly disposition: 'inline' | 'attachment' },
): Promise<Response> {
  const open = async (part?: ByteSpan) => {
    const blob = await services.storage.get(document.key, part);
    if (blob === null) throw new BlobMissingError(`file ${document.sha256} is not in storage`);
    return blob;
  };
  const { stream, sizeBytes } = await open();
  return new StoredFileResponse(stream, async (part) => (await open(part)).stream, {
    'content-type': document.contentType,
    'content-length': String(sizeBytes),
    'content-disposition': formatContentDisposition(options.disposition, options.filename),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${document.sha256}"`,
  });
}

/**
 * Serves a PDF generated for this request. If it's `appended` to a stored one, parts of it can be requested,
 * so that a client that has the stored one only needs the rest.
 */
export function servePdf(
  bytes: Uint8Array,
  options: {
    readonly filename: string;
    readonly disposition: 'inline' | 'attachment';
    readonly appended?: boolean;
  },
): Response {
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(bytes.byteLength),
    'content-disposition': formatContentDisposition(options.disposition, options.filename),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  };
  if (options.appended !== true) return new Response(bytes as BodyInit, { headers });
  const openPart = (part: Uint8Array) => new Blob([part as BlobPart]).stream();
  return new StoredFileResponse(
    openPart(bytes),
    ({ first, last }) => Promise.resolve(openPart(bytes.subarray(first, last + 1))),
    { ...headers, 'accept-ranges': 'bytes' },
  );
}

/**
 * The longest name that common file systems accept. In a header field it can have up to three times as many
 * characters.
 */
const FILENAME_MAX_BYTES = 255;

/** Returns the Content-Disposition header (RFC 6266) with an ASCII name and the original one (RFC 8187). */
export function formatContentDisposition(type: 'inline' | 'attachment', name: string): string {
  const filename = shortenFilename(name);
  const ascii = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\/]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Shortens a name that is too long to be saved, before its extension. */
function shortenFilename(name: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  let stem = name.slice(0, name.length - extension.length);
  while (Buffer.byteLength(stem + extension) > FILENAME_MAX_BYTES) stem = [...stem].slice(0, -1).join('');
  return stem + extension;
}

/** Returns a file name from the envelope's name and the variant. */
export function formatDocumentFilename(displayName: string, variant: EnvelopeDocument['variant']): string {
  const safe = displayName.replace(/\.(pdf|docx|png|jpe?g|heic)$/i, '').replace(/[\\/:*?"<>|]/g, '_');
  const name = cutTo(safe, 150) || 'document';
  if (variant === 'certificate') return `${name} (certificate).pdf`;
  return variant === 'sealed' ? `${name} (signed).pdf` : `${name}.pdf`;
}
