import { findAcceptedByName } from '#domain/document/accepted.ts';
import type { TrackedChanges } from '#domain/document/notices.ts';
import { sniffFormat } from '#domain/document/sniff.ts';
import { LIMITS } from '#domain/limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { errorSchema, type WireError } from '#wire/error.ts';

const MIB = 1024 * 1024;

/**
 * How an upload ended. `body` is what the server answered, `message` says why it was refused and what to do.
 */
export type UploadOutcome =
  | { readonly kind: 'received'; readonly body: string }
  | {
      readonly kind: 'refused';
      readonly message: string;
      /** Whether the envelope takes files again later. */
      readonly mayPass: boolean;
    };

const REASONS: Readonly<Record<string, () => string>> = {
  encrypted: m.envelopes_refused_encrypted,
  malformed: m.envelopes_refused_malformed,
  too_many_pages: () => m.envelopes_refused_too_many_pages({ pages: LIMITS.documentMaxPages }),
  already_signed: m.envelopes_refused_already_signed,
  signed_document: m.envelopes_refused_already_signed,
  signature_forbids: m.envelopes_refused_signature_forbids,
  signature_broken: m.envelopes_refused_signature_broken,
  signed_active: m.envelopes_refused_signed_active,
  cannot_be_sealed: m.envelopes_refused_cannot_be_sealed,
  dynamic_xfa: m.envelopes_refused_dynamic_xfa,
  not_pdf_or_docx: m.envelopes_refused_not_pdf_or_docx,
  legacy_word: m.envelopes_refused_legacy_word,
  too_large: () => m.envelopes_refused_too_large({ size: LIMITS.documentMaxBytes / MIB }),
  too_complex: m.envelopes_refused_too_complex,
  no_pages: m.envelopes_refused_no_pages,
  too_many_documents: () => m.envelopes_refused_too_many_files({ count: LIMITS.documentsMax }),
  fields_in_use: m.envelopes_refused_fields_referenced,
  macros: m.envelopes_refused_macros,
  external_relationships: m.envelopes_refused_external_relationships,
  inserted_file: m.envelopes_refused_inserted_file,
  too_many_entries: m.envelopes_refused_too_many_entries,
  unpacks_too_large: m.envelopes_refused_unpacks_too_large,
  ratio_too_high: m.envelopes_refused_ratio_too_high,
  false_directory: m.envelopes_refused_false_directory,
  conversion_failed: m.envelopes_refused_conversion_failed,
  conversion_timeout: m.envelopes_refused_conversion_timeout,
};

/**
 * Explains why a file would certainly be refused, before anything is sent. Returns null if it may be
 * accepted.
 */
export async function findUploadProblem(file: File): Promise<string | null> {
  if (file.size > LIMITS.documentMaxBytes) return explainDocumentRefusal('too_large');
  if (file.size === 0) return m.envelopes_refused_empty();
  const format = sniffFormat(new Uint8Array(await file.slice(0, 1024).arrayBuffer()));
  if (['pdf', 'png', 'jpeg', 'heic'].includes(format)) return null;
  if (format === 'compound' && /\.doc$/i.test(file.name)) return explainDocumentRefusal('legacy_word');
  // The server checks what kind of ZIP file it is.
  const isWord = findAcceptedByName(file.name)?.format === 'docx' && format !== 'unknown';
  return isWord ? null : explainDocumentRefusal('not_pdf_or_docx');
}

/** Uploads a file and reports the share sent so far (0 to 1). */
export function uploadDocument(
  url: string,
  file: File,
  progress: (share: number) => void,
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    // fetch doesn't report upload progress.
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => resolve(createRefusedOutcome(m.envelopes_upload_broken()));
    request.onload = () => resolve(parseUploadOutcome(request.status, request.responseText));
    request.send(file);
  });
}

/** What to do with the tracked changes of a Word file, and with tags. */
export type UploadSettings = {
  readonly trackedChanges: TrackedChanges;
  readonly textTags: boolean;
  /** The team of a new envelope. */
  readonly teamId?: string;
};

/** Adds settings, and what else is known of a file, to an upload's address. */
export function withSettings(
  url: string,
  { trackedChanges, textTags, ...others }: UploadSettings & Readonly<Record<string, unknown>>,
): string {
  const parameters = Object.entries({ trackedChanges, textTags, ...others }).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  return `${url}?${new URLSearchParams(parameters).toString()}`;
}

const CONTENT_TOO_LARGE = 413;

/** Reads the response to an upload. */
export function parseUploadOutcome(status: number, body: string): UploadOutcome {
  if (status >= 200 && status < 300) return { kind: 'received', body };
  const refused = errorSchema.safeParse(parseJson(body));
  // The program says in JSON why it refuses a file, so this was a proxy in front of it.
  if (!refused.success && status === CONTENT_TOO_LARGE)
    return createRefusedOutcome(m.envelopes_upload_proxy_limit());
  if (!refused.success) return createRefusedOutcome(m.envelopes_upload_failed());
  const { code, details, message } = refused.data;
  if (code === 'payload_too_large') return createRefusedOutcome(explainDocumentRefusal('too_large'));
  if (code === 'unsupported_media_type') return createRefusedOutcome(m.envelopes_refused_pdf_only());
  if (code === 'unauthorized') return createRefusedOutcome(m.envelopes_upload_session());
  const reason = details?.['reason'];
  return createRefusedOutcome(
    typeof reason === 'string' && reason in REASONS ? explainDocumentRefusal(reason) : message,
    isBusy(refused.data),
  );
}

/** Whether a change is refused only until the envelope's documents have been converted or read. */
export function isBusy({ code, details }: Pick<WireError, 'code' | 'details'>): boolean {
  if (code !== 'invalid_state') return false;
  const { status, reason } = details ?? {};
  return reason === undefined ? status === 'detecting' : reason === 'document_processing';
}

function createRefusedOutcome(message: string, mayPass = false): UploadOutcome {
  return { kind: 'refused', message, mayPass };
}

/** Explains why a document was refused and what to do. */
export function explainDocumentRefusal(reason: string): string {
  return (REASONS[reason] ?? m.envelopes_refused_other)();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
