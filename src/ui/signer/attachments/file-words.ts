import { SIGNING_LIMITS } from '#domain/signing-limits.ts';
import { m } from '#i18n/compiled/messages.js';
import { formatMegabytes } from '#ui/fields/megabytes.ts';
import type { SignerProblem } from '#ui/signer/signer-api.ts';
import type { FileProblem } from './shrink-picture.ts';

/** The texts that say what is wrong with a chosen file, and what to do about it. */
export const FILE_PROBLEMS: Readonly<Record<FileProblem, () => string>> = {
  type: m.attachment_problem_type,
  size: () => m.attachment_problem_size({ size: formatMegabytes(SIGNING_LIMITS.attachmentFileMaxBytes) }),
  empty: m.attachment_problem_empty,
};

const REASONS: Readonly<Record<string, () => string>> = {
  encrypted: m.attachment_problem_encrypted,
  already_signed: m.attachment_problem_print,
  dynamic_xfa: m.attachment_problem_print,
  too_complex: m.attachment_problem_complex,
  too_many_pages: m.attachment_problem_complex,
};

/** Explains why the server refused a file. Returns null if the problem isn't about the file. */
export function explainFileRefusal({ code, details }: SignerProblem): string | null {
  switch (code) {
    case 'payload_too_large':
      return details['reason'] === 'attachments_full'
        ? m.attachment_problem_full({ size: formatMegabytes(SIGNING_LIMITS.attachmentsMaxBytes) })
        : FILE_PROBLEMS.size();
    case 'unsupported_media_type':
      return FILE_PROBLEMS.type();
    case 'document_unreadable':
      return (REASONS[String(details['reason'])] ?? m.attachment_problem_damaged)();
    default:
      return null;
  }
}
