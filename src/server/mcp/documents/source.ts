import { z } from 'zod';
import { ACCEPTED_DOCUMENTS } from '#domain/document/accepted.ts';
import { countBase64Bytes } from '#domain/document/base64.ts';
import { sniffFormat, type SniffedFormat } from '#domain/document/sniff.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { OutboundError } from '#server/outbound/errors.ts';
import type { OutboundAnswer } from '#server/outbound/outbound.ts';
import type { AgentContext } from '../tool.ts';

/** Files larger than this cost a model too much to write, so they are fetched or uploaded instead. */
const INLINE_BYTES = 64 * 1024;
const FETCH_MS = 20_000;
const MOST_REDIRECTS = 3;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/**
 * How a call supplies a document: by URL, as bytes if it is small, or by neither, which means that it will be
 * uploaded.
 */
export const documentSource = {
  source_url: z
    .string()
    .max(LIMITS.sourceUrlMaxChars)
    .optional()
    .describe('Public https URL of the file: PDF, DOCX, PNG, JPEG or HEIC.'),
  content_base64: z
    .string()
    .refine((text) => countBase64Bytes(text) !== null, 'must be base64')
    .refine((text) => (countBase64Bytes(text) ?? 0) <= INLINE_BYTES, 'must have at most 65,536 bytes')
    .optional()
    .describe('Its bytes, up to 64 KB. Leave out both to get a URL to upload it to.'),
};
export const documentName = createRequiredLineSchema(LIMITS.filenameMaxChars).describe(
  'File name, such as nda.pdf.',
);

type Source = { readonly source_url?: string | undefined; readonly content_base64?: string | undefined };
type Given = { readonly contentBase64: string; readonly contentType: string };

/**
 * Passes on the document that a call supplies, or undefined if it will be uploaded. A fetched document stays
 * in memory until it has been stored, so only a few can be fetched at the same time. Refuses with
 * `rate_limited` beyond that.
 */
export async function withDocument<T>(
  { services, principal }: AgentContext,
  { source_url: url, content_base64: base64 }: Source,
  use: (document: Given | undefined) => Promise<T>,
): Promise<T> {
  if (url !== undefined && base64 !== undefined)
    throw createInvalidRefusal([{ path: '/source_url', message: 'must be left out with content_base64' }]);
  if (base64 !== undefined) return await use(toInlineContent(Buffer.from(base64, 'base64')));
  if (url === undefined) return await use(undefined);
  return await services.rates.fetching.run(principal.organizationId, async () =>
    use(toInlineContent(await fetchFile(services, url))),
  );
}

function toInlineContent(bytes: Buffer): Given {
  return { contentBase64: bytes.toString('base64'), contentType: getContentType(sniffFormat(bytes)) };
}

/** Returns the content type that the bytes appear to have. They are checked when the document is taken in. */
function getContentType(format: SniffedFormat): string {
  const wanted = format === 'zip' ? 'docx' : format;
  const accepted = ACCEPTED_DOCUMENTS.find((document) => document.format === wanted);
  if (accepted === undefined) throw createRefusal('unsupported_media_type');
  return accepted.contentType;
}

/** Fetches a file and follows redirects. The target of each redirect is checked like the first address. */
async function fetchFile(services: AgentContext['services'], given: string): Promise<Buffer> {
  const maxBytes = services.config.limits.documentBytes;
  const headers = { accept: '*/*', 'user-agent': 'Countersign' };
  let url = given;
  try {
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await services.outbound({ method: 'GET', url, timeoutMs: FETCH_MS, maxBytes, headers });
      const { location } = answer.headers;
      if (!REDIRECTS.includes(answer.status) || location === undefined) return requireBody(answer, maxBytes);
      url = URL.parse(location, url)?.href ?? '';
    }
  } catch (error) {
    if (error instanceof OutboundError) throw createFetchRefusal(error.message);
    throw error;
  }
  throw createFetchRefusal('redirects too often');
}

function requireBody({ status, body, truncated }: OutboundAnswer, maxBytes: number): Buffer {
  if (status !== 200) throw createFetchRefusal(`answered ${status}`);
  if (truncated) throw createRefusal('payload_too_large', { maxBytes });
  return body;
}

function createFetchRefusal(message: string) {
  return createInvalidRefusal([{ path: '/source_url', message }]);
}
