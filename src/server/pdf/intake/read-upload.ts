import { readFile, stat, writeFile } from 'node:fs/promises';
import { type IntakeRefused, type IntakeResult, PRINT_ANEW } from '#domain/document/intake.ts';
import { type FoundTag, type TagColor, tagNotices, type UnreadTag } from '#domain/document/tags.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { ContentTooLarge } from '#server/pdf/engine/decode-stream.ts';
import {
  AlreadySigned,
  DynamicForm,
  normalizeDocument,
  type NormalizedDocument,
} from '#server/pdf/normalize/normalize.ts';
import { keepsSignatures } from '#domain/document/earlier-signatures.ts';
import { keepSigned } from '#server/pdf/earlier/keep-signed.ts';
import {
  createDamagedError,
  iterateReadings,
  UnreadableDocument,
  type Reading,
} from '#server/pdf/engine/open.ts';
import { createInkGate, type InkGate } from '#server/pdf/ink/lost-ink.ts';
import { ImageError, type ImageProblem } from '#server/pdf/image/check-image.ts';
import { limitDrawnBytes } from '#server/pdf/normalize/content/drawn-bytes.ts';
import { markAsTest } from '#server/pdf/drawing/test-mark.ts';
import { takeTags } from '#server/pdf/tags/take-tags.ts';
import { checkWritten } from './check-written.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export interface ReadRequest {
  readonly targetPath: string;
  readonly sourcePath: string;
  readonly maxBytes: number;
  readonly maxPages: number;
  /** Whether tags in the text become fields and are removed. Default: false. */
  readonly textTags?: boolean;
  /** The color that a tag must have to count. Default: any. */
  readonly tagColor?: TagColor | null;
  /** Unreadable tags that were found before. */
  readonly unread?: readonly UnreadTag[];
  /** Whether a signed document is accepted unchanged if its signatures permit that. Default: false. */
  readonly keepsSignatures?: boolean;
  /**
   * Whether every page is marked as a test. A document that keeps its signatures can't be marked. Default:
   * false.
   */
  readonly testMark?: boolean;
}

/** The outcome, and information for operators about what was wrong with readings of the document. */
export interface ReadOutcome {
  readonly result: IntakeResult;
  readonly fault: string | null;
}

/**
 * Reads one PDF, normalizes it, checks the result and writes it to its path.
 * @throws if a file can't be read or written; problems with the document are returned as refusals.
 */
export async function readIntoPlace(
  request: ReadRequest,
  openGate: (original: Uint8Array) => InkGate = createInkGate,
): Promise<ReadOutcome> {
  const { size } = await stat(request.sourcePath);
  if (size > request.maxBytes) {
    const message = `The document is larger than ${Math.floor(request.maxBytes / 1024 / 1024)} MiB. Split it, or reduce the size of its pictures.`;
    return { result: { ok: false, reason: 'too_large', message }, fault: null };
  }
  const source = await readFile(request.sourcePath);
  // The hash of the bytes as stored. None of the parsers below can change it.
  const sourceSha256 = computeSha256Hex(source);
  const outcome = await normalizeUpload(source, request, openGate);
  if ('result' in outcome) return outcome;
  const {
    bytes: unmarked,
    notices,
    tags,
  } = request.textTags === true && !keepsSignatures(outcome.notices)
    ? await extractTags(outcome, request)
    : withoutTags(outcome);
  const bytes =
    request.testMark === true && !keepsSignatures(outcome.notices)
      ? await markForTest(unmarked, outcome)
      : unmarked;
  await writeFile(request.targetPath, bytes);
  const result: IntakeResult = {
    ok: true,
    sha256: computeSha256Hex(bytes),
    sizeBytes: bytes.length,
    pages: outcome.pages,
    notices,
    tags,
    formFields: outcome.formFields,
    sourceSha256,
    sourceSizeBytes: source.length,
  };
  return { result, fault: outcome.fault };
}

async function markForTest(bytes: Uint8Array, { pages }: NormalizedDocument): Promise<Uint8Array> {
  const written = await markAsTest(bytes);
  await checkWritten(written, pages.length);
  return written;
}

type Tagged = Pick<NormalizedDocument, 'bytes' | 'notices'> & { readonly tags: readonly FoundTag[] };

function withoutTags({ bytes, notices }: NormalizedDocument): Tagged {
  return { bytes, notices, tags: [] };
}

async function extractTags(
  { bytes, notices }: NormalizedDocument,
  { maxPages, tagColor, unread = [] }: ReadRequest,
): Promise<Tagged> {
  const taken = await takeTags(bytes, maxPages, tagColor);
  const { tags } = taken;
  return { ...taken, notices: [...notices, ...tagNotices({ tags, unread: [...unread, ...taken.unread] })] };
}

type Prepared = NormalizedDocument & { readonly fault: string | null };

/** Prepares a document with the first engine whose reading keeps all ink. */
async function normalizeUpload(
  source: Uint8Array,
  request: ReadRequest,
  openGate: (original: Uint8Array) => InkGate,
): Promise<Prepared | ReadOutcome> {
  const { maxPages } = request;
  const faults: string[] = [];
  try {
    const pdf = await toPdf(source);
    const gate = openGate(pdf);
    let refusal: unknown = createDamagedError();
    for await (const reading of iterateReadings(pdf, maxPages)) {
      try {
        const { document, unseen } = await prepareReading(reading, gate);
        if (unseen.length > 0) faults.push(`ink of ${unseen.length} pages not compared`);
        return { ...document, fault: joinFaults(faults) };
      } catch (error) {
        if (error instanceof AlreadySigned && request.keepsSignatures === true)
          return { ...(await acceptSigned(pdf, reading, request)), fault: joinFaults(faults) };
        if (isFinal(error)) throw error;
        refusal = error;
        faults.push(`${reading.engine}: ${describeFault(error)}`);
      }
    }
    throw refusal;
  } catch (error) {
    if (error instanceof UnreadableDocument && error.cause !== undefined)
      faults.push(describeFault(error.cause));
    return { result: toIntakeRefusal(error), fault: joinFaults(faults) };
  }
}

async function toPdf(source: Uint8Array): Promise<Uint8Array> {
  switch (sniffFormat(source)) {
    case 'pdf':
      return source;
    case 'png':
    case 'jpeg':
    case 'heic':
      // Loaded only here, because it needs a native addon that processes reading PDFs don't have.
      return await (await import('#server/pdf/image/image-document.ts')).createImageDocument(source);
    default:
      throw new UnreadableDocument(
        'not_pdf_or_docx',
        'The document must be a PDF, DOCX, PNG, JPEG or HEIC file.',
      );
  }
}

/** A reading of a document that shows less than the document itself. */
class LostInk extends UnreadableDocument {
  constructor(pages: readonly number[]) {
    super('malformed', `The PDF is damaged: some of its content can't be read. ${PRINT_ANEW}`);
    this.pages = pages;
  }

  readonly pages: readonly number[];
}

async function prepareReading(
  reading: Reading,
  gate: InkGate,
): Promise<{ document: NormalizedDocument; unseen: readonly number[] }> {
  limitDrawnBytes(reading.graph, reading.pages);
  const document = await normalizeDocument(reading.graph, reading.pages);
  await checkWritten(document.bytes, reading.pages.length);
  const { lost, unseen } = await gate.compare(document.bytes, reading.pages.length);
  if (lost.length > 0) throw new LostInk(lost);
  if (!reading.wasEncrypted) return { document, unseen };
  const notices = [{ code: 'encryption', count: null } as const, ...document.notices];
  return { document: { ...document, notices }, unseen };
}

/** Accepts a signed document unchanged. */
async function acceptSigned(
  source: Uint8Array,
  reading: Reading,
  { textTags, tagColor, maxPages }: ReadRequest,
): Promise<NormalizedDocument> {
  const document = await keepSigned(source, reading);
  if (textTags !== true) return document;
  const { tags, unread } = await takeTags(source, maxPages, tagColor);
  if (tags.length + unread.length === 0) return document;
  throw new UnreadableDocument(
    'already_signed',
    "The PDF is signed, so text tags can't be taken out of it. Upload it with text tags turned off.",
  );
}

/** Checks whether no other engine would read the document differently. */
function isFinal(error: unknown): boolean {
  return error instanceof AlreadySigned || error instanceof DynamicForm || error instanceof ContentTooLarge;
}

function joinFaults(faults: readonly string[]): string | null {
  return faults.length > 0 ? faults.join('; ') : null;
}

function describeFault(error: unknown): string {
  if (error instanceof LostInk) return `lost ink on page ${error.pages.join(', ')}`;
  if (error instanceof UnreadableDocument) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns what is wrong with a document that couldn't be read. */
export function toIntakeRefusal(error: unknown): IntakeRefused {
  if (error instanceof UnreadableDocument) return { ok: false, reason: error.reason, message: error.message };
  if (error instanceof AlreadySigned)
    return {
      ok: false,
      reason: 'already_signed',
      message:
        "The PDF is already signed, so it can't be joined with other files or changed. Send it in an envelope of its own, or upload the version from before it was signed.",
    };
  if (error instanceof DynamicForm)
    return {
      ok: false,
      reason: 'dynamic_xfa',
      message:
        'The PDF is a dynamic XFA form, which only Adobe software can show. Open it there, print it to a new PDF and upload that.',
    };
  if (error instanceof ImageError) return { ok: false, ...IMAGE_REFUSALS[error.problem] };
  if (error instanceof ContentTooLarge)
    return { ok: false, reason: 'too_complex', message: `The PDF is too complex to process. ${PRINT_ANEW}` };
  // Parsers throw all kinds of errors on hostile input.
  return { ok: false, reason: 'malformed', message: `The PDF is damaged and can't be read. ${PRINT_ANEW}` };
}

const IMAGE_REFUSALS: Readonly<Record<ImageProblem, Pick<IntakeRefused, 'reason' | 'message'>>> = {
  not_an_image: {
    reason: 'malformed',
    message: "The image is damaged and can't be read. Save it again and upload the new copy.",
  },
  broken: {
    reason: 'malformed',
    message: "The image is damaged and can't be read. Save it again and upload the new copy.",
  },
  several_images: {
    reason: 'too_complex',
    message: 'The file has more than one image. Upload them one by one.',
  },
  too_many_pixels: {
    reason: 'too_complex',
    message: 'The image has more than 50 million pixels. Upload a smaller copy.',
  },
};
