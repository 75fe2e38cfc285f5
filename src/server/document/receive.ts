import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnvelopeDocument, Preparation } from '#domain/envelope/graph.ts';
import type { DocumentNotice } from '#domain/document/notices.ts';
import type { ReceivedDocument } from '#domain/envelope/upload.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { buildBlobKey } from '#server/storage/keys.ts';
import { spool } from '#server/storage/spool.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Requester } from '#server/process/requester.ts';
import { withTemporaryDirectory } from '#server/temporary.ts';
import { getCompoundRefusal } from './word/compound-file.ts';
import { createConversionCopy } from './word/conversion-copy.ts';
import type { DocumentRefusal } from './word/docx-preflight.ts';

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const CONTENT_TYPES = { pdf: PDF, png: 'image/png', jpeg: 'image/jpeg', heic: 'image/heic' } as const;
const SNIFFED_BYTES = 1024;

/**
 * How a file is prepared, and whether it may keep its signatures. It may not if it is one of several files.
 * Default: false.
 */
export type ReceiveSettings = Preparation & { readonly keepsSignatures?: boolean };

export interface ReceiveOptions extends ReceiveSettings {
  /** Who is waiting for the document. */
  readonly waiting: Requester['waiting'];
  /** Aborts the conversion. */
  readonly signal?: AbortSignal;
}

/** What is known once the upload is counted: whether the document must say that it is a test. */
type Reception = ReceiveOptions & { readonly testMark: boolean };
type ReadOptions = NonNullable<Parameters<Services['intake']['read']>[3]>;
export type Receiving = Pick<
  Services,
  'config' | 'converter' | 'intake' | 'log' | 'storage' | 'uploads' | 'words'
>;

/**
 * Receives a local file. A DOCX is checked and converted, an image becomes a page, and the PDF is normalized
 * in another process. The original and the PDF are stored. Refuses without storing anything: with
 * `document_unreadable`, `payload_too_large` or `unsupported_media_type`, with `validation_failed` if a
 * variable has no value, or with `rate_limited` if too many of the organization's requests are waiting.
 * Throws ConversionInterrupted if the signal aborts the conversion, and ConversionUnavailable if no converter
 * is reachable.
 */
export async function receiveDocument(
  services: Receiving,
  organizationId: string,
  path: string,
  options: ReceiveOptions,
): Promise<ReceivedDocument> {
  const requester = { organizationId, waiting: options.waiting };
  // A job continues what a request began, so only requests are counted.
  const { count, areTests } = services.uploads;
  const testMark = await (options.waiting === 'request' ? count : areTests)(organizationId);
  const reception = { ...options, testMark };
  return await withTemporaryDirectory('intake', async (directory) => {
    const format = await detectFormat(path);
    switch (format) {
      case 'zip':
        return await receiveDocx(services, requester, path, directory, reception);
      case 'compound':
        throw createUnreadableRefusal(getCompoundRefusal(await readWhole(services, path)));
      case 'png':
      case 'jpeg':
      case 'heic':
      case 'pdf':
        return await receiveWhole(services, requester, path, directory, format, reception);
      case 'unknown':
        return await receiveWhole(services, requester, path, directory, 'pdf', reception);
    }
  });
}

/** Passes bytes to `use` as a temporary file. */
export async function withSpooledFile<T>(
  body: Uint8Array | ReadableStream<Uint8Array>,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return await withTemporaryDirectory('upload', async (directory) => {
    const path = join(directory, 'upload');
    await spool(body, path);
    return await use(path);
  });
}

/** Returns the refusal of a document that is too large. */
export function createTooLargeRefusal(services: Pick<Services, 'config'>): Error {
  return createRefusal('payload_too_large', { maxBytes: services.config.limits.documentBytes });
}

async function receiveWhole(
  services: Receiving,
  requester: Requester,
  path: string,
  directory: string,
  sourceFormat: keyof typeof CONTENT_TYPES,
  { textTags, testMark, keepsSignatures = false }: Reception,
): Promise<ReceivedDocument> {
  const options = { read: { textTags, testMark, keepsSignatures } };
  const { read, prepared, store } = await prepare(services, requester, path, directory, options);
  const { sourceSha256: sha256, sourceSizeBytes: sizeBytes } = read;
  const key = buildBlobKey(requester.organizationId, sha256);
  const contentType = CONTENT_TYPES[sourceFormat];
  await Promise.all([store(), services.storage.put(key, { path }, { contentType, sha256 })]);
  const original = {
    ...prepared,
    variant: 'original',
    key,
    contentType,
    sha256,
    sizeBytes,
    notices: [],
  } as const;
  return { sourceFormat, files: [original, prepared], tags: read.tags, variables: [] };
}

async function receiveDocx(
  services: Receiving,
  requester: Requester,
  path: string,
  directory: string,
  options: Reception,
): Promise<ReceivedDocument> {
  if (!services.converter.available)
    throw createRefusal('unsupported_media_type', undefined, 'Only PDF documents are accepted.');
  const bytes = await readWhole(services, path);
  const copy = await createConversionCopy(bytes, options.trackedChanges);
  if ('reason' in copy) throw createUnreadableRefusal(copy);
  const converted = join(directory, 'converted.pdf');
  // Converters rely on the extension.
  const source = join(directory, 'document.docx');
  await spool(copy.bytes, source);
  const filled = await fillCopy(services, requester, source, join(directory, 'filled.docx'), options);
  const conversion = await services.converter.convert(withSignal(requester, options), filled.path, converted);
  if (!conversion.ok)
    throw createUnreadableRefusal({
      reason: conversion.reason,
      message: CONVERSION_SENTENCES[conversion.reason],
    });
  const { read, prepared, store } = await prepare(services, requester, converted, directory, {
    read: {
      textTags: options.textTags,
      testMark: options.testMark,
      tagColor: filled.tagColor,
      unread: filled.unread,
    },
    before: copy.notices,
  });
  const sha256 = computeSha256Hex(bytes);
  const key = buildBlobKey(requester.organizationId, sha256);
  await Promise.all([store(), services.storage.put(key, { path }, { contentType: DOCX, sha256 })]);
  const { pageCount } = prepared;
  const sizeBytes = bytes.length;
  const file = { key, contentType: DOCX, sha256, sizeBytes, pageCount };
  return {
    sourceFormat: 'docx',
    files: [{ ...file, variant: 'original', notices: [] }, prepared],
    tags: read.tags,
    variables: filled.variables,
  };
}

function withSignal(requester: Requester, { signal }: ReceiveOptions): Requester {
  return signal === undefined ? requester : { ...requester, signal };
}

/** Fills in the variables of a checked DOCX if there are values. Refuses if one is missing. */
async function fillCopy(
  { words, log }: Receiving,
  requester: Requester,
  path: string,
  targetPath: string,
  { variableValues: values, textTags }: Preparation,
) {
  const outcome = await words.fill(requester, { path, targetPath, values, textTags });
  if (outcome?.kind === 'wrong_values') throw createInvalidRefusal(outcome.issues);
  if (outcome?.kind === 'read') return { ...outcome, path: outcome.isFilled ? targetPath : path };
  // Without values, brackets are ordinary text.
  if (values !== null) throw createUnreadableRefusal(outcome ?? FILLING_TOO_COMPLEX);
  log.info({ reason: outcome?.reason ?? 'too_complex' }, 'variables of a DOCX not read');
  return { variables: [], tagColor: null, unread: [], path };
}

const FILLING_TOO_COMPLEX = {
  reason: 'too_complex',
  message: 'The document is too complex to fill in its variables.',
} as const;

/** Normalizes a PDF. `store` stores it in the form that signers will see. */
async function prepare(
  services: Receiving,
  requester: Requester,
  path: string,
  directory: string,
  options: { readonly read: ReadOptions; readonly before?: readonly DocumentNotice[] },
) {
  const target = join(directory, 'prepared.pdf');
  const read = await services.intake.read(requester, path, target, options.read);
  if (!read.ok && read.reason === 'too_large') throw createTooLargeRefusal(services);
  if (!read.ok) throw createUnreadableRefusal(read);
  const { sha256, sizeBytes, pages, notices } = read;
  const key = buildBlobKey(requester.organizationId, sha256);
  const store = () => services.storage.put(key, { path: target }, { contentType: PDF, sha256 });
  const prepared: EnvelopeDocument = {
    variant: 'prepared',
    key,
    contentType: PDF,
    sha256,
    sizeBytes,
    pageCount: pages.length,
    notices: [...(options.before ?? []), ...notices],
  };
  return { read, prepared, store };
}

const CONVERSION_SENTENCES = {
  conversion_failed: "The document couldn't be converted to PDF.",
  conversion_timeout: 'Converting the document to PDF took too long.',
  too_complex: 'The document is too complex to convert to PDF.',
} as const;

async function readWhole(services: Receiving, path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > services.config.limits.documentBytes) throw createTooLargeRefusal(services);
    return await readFile(file);
  } finally {
    await file.close();
  }
}

async function detectFormat(path: string): Promise<ReturnType<typeof sniffFormat>> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return sniffFormat(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function createUnreadableRefusal({ reason, message }: DocumentRefusal): Error {
  return createRefusal('document_unreadable', { reason }, message);
}
