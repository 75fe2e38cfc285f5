import { acceptedByName } from '#domain/document/accepted.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { LIMITS } from '#domain/limits.ts';
import { errorSchema } from '#wire/error.ts';

/** How an upload ended: taken in, or not, with a sentence that says why and what to do. */
export type UploadOutcome =
  { readonly kind: 'received' } | { readonly kind: 'refused'; readonly message: string };

const MIB = 1024 * 1024;

const REASONS: Readonly<Record<string, string>> = {
  encrypted:
    'This document is protected by a password. Save a copy without the password and choose that one.',
  malformed:
    'This document is damaged and cannot be read. Open it, save or print it as a new PDF, and choose that one.',
  too_many_pages: `This document has more than ${LIMITS.documentMaxPages.toLocaleString('en')} pages. Split it into several envelopes.`,
  already_signed:
    'This PDF already bears a digital signature, which any change would break. Ask for the unsigned document, or print it as a new PDF.',
  not_pdf_or_docx: 'This file is neither a PDF nor a Word document (.docx). Save or export it as PDF first.',
  too_large: `This file is larger than ${LIMITS.documentMaxBytes / MIB} MB. Reduce the size of its images, or split it.`,
  too_complex:
    'This document takes too much time or memory to read. Print it as a new PDF, and choose that one.',
  no_pages: 'This PDF has no pages.',
  macros: 'This document contains macros. Save it as a Word document without macros (.docx), or as PDF.',
  external_relationships:
    'This document refers to files outside of it, such as linked pictures or a template. Save it as PDF in your word processor, and choose that file.',
  too_many_entries: 'This document consists of too many parts. Save it as PDF, and choose that file.',
  unpacks_too_large: 'This document is too large once it is unpacked. Save it as PDF, and choose that file.',
  ratio_too_high: 'This document is packed in an unusual way. Save it as PDF, and choose that file.',
  false_directory:
    'This document does not contain what it says it contains. Open it, save it again, and choose that file.',
  conversion_failed:
    'This document could not be converted to PDF. Save it as PDF in your word processor, and choose that file.',
  conversion_timeout:
    'Converting this document to PDF took too long. Save it as PDF in your word processor, and choose that file.',
};

const PDF_ONLY =
  'Word documents cannot be converted here. Save it as PDF in your word processor, and choose that file.';

/** What can be told about a file before anything is sent: a sentence where it is sure to be refused, else null. */
export async function refusedBeforeUpload(file: File): Promise<string | null> {
  if (file.size > LIMITS.documentMaxBytes) return reasonSentence('too_large');
  if (file.size === 0) return 'This file is empty.';
  const format = sniffFormat(new Uint8Array(await file.slice(0, 1024).arrayBuffer()));
  if (format === 'pdf') return null;
  // What kind of zip it is, the server looks up.
  const isWord = acceptedByName(file.name)?.format === 'docx' && format !== 'unknown';
  return isWord ? null : reasonSentence('not_pdf_or_docx');
}

/** Puts a file's bytes where an envelope takes them, telling how much has gone out (0..1). */
export function uploadDocument(
  url: string,
  file: File,
  progress: (share: number) => void,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    // fetch cannot tell how much of a body has gone out; XMLHttpRequest can.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () =>
      resolve({ kind: 'refused', message: 'The connection broke off. Check it, then try again.' });
    request.onload = () => resolve(outcomeOf(request.status, request.responseText));
    request.send(file);
  });
}

/** Reads the answer to an upload. */
export function outcomeOf(status: number, body: string): UploadOutcome {
  if (status >= 200 && status < 300) return { kind: 'received' };
  const refused = errorSchema.safeParse(parsedJson(body));
  if (!refused.success) return { kind: 'refused', message: 'The upload failed on our side. Try again.' };
  const { code, details, message } = refused.data;
  if (code === 'payload_too_large') return { kind: 'refused', message: reasonSentence('too_large') };
  if (code === 'unsupported_media_type') return { kind: 'refused', message: PDF_ONLY };
  if (code === 'unauthorized')
    return { kind: 'refused', message: 'Your session has ended. Log in again, then try again.' };
  const reason = details?.['reason'];
  return {
    kind: 'refused',
    message: typeof reason === 'string' && reason in REASONS ? reasonSentence(reason) : message,
  };
}

/** A number of bytes as people count them: in kilobytes below a megabyte, else in megabytes of 1,048,576 bytes. */
export function sizeWords(bytes: number): string {
  if (bytes < MIB) return `${Math.ceil(bytes / 1024)} KB`;
  return `${(bytes / MIB).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}

/** Why a document was not accepted, by the reason of the refusal, and what to do. */
export function reasonSentence(reason: string): string {
  return REASONS[reason] ?? 'This document cannot be accepted.';
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
