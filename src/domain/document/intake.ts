import type { DocumentNotice } from './notices.ts';
import type { FoundTag } from './tags.ts';

/** Why an uploaded document is refused: `details.reason` of `document_unreadable`. */
export const INTAKE_REASONS = [
  'encrypted',
  'malformed',
  'too_many_pages',
  'already_signed',
  'signature_forbids',
  'signature_broken',
  'signed_active',
  'cannot_be_sealed',
  'dynamic_xfa',
  'not_pdf_or_docx',
  'legacy_word',
  'too_large',
  'too_complex',
  'no_pages',
  'macros',
  'external_relationships',
  'inserted_file',
  'too_many_entries',
  'unpacks_too_large',
  'ratio_too_high',
  'false_directory',
  'conversion_failed',
  'conversion_timeout',
] as const;

/** The way on with most files that can't be read. */
export const PRINT_ANEW = 'Open it in a PDF reader, print it to a new PDF, and upload that.';

export type IntakeReason = (typeof INTAKE_REASONS)[number];

/** The kinds of form field in a PDF form. */
export type FormFieldKind = 'text' | 'checkbox' | 'radio' | 'dropdown' | 'signature';

/** The visible size of a page in points when it is upright, after applying rotation and UserUnit. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** One widget of a PDF form (AcroForm) before the form was flattened. */
export interface DocumentFormField {
  /**
   * The fully qualified field name (ISO 32000-2, 12.7.4.2). The widgets of one field, such as radio buttons,
   * share it.
   */
  readonly name: string;
  readonly kind: FormFieldKind;
  /** Counted from 1. */
  readonly page: number;
  /** Fractions from 0 to 1 of the visible upright page, with the origin at the top left. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The tooltip (TU) that a viewer shows for the field. */
  readonly label: string | null;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** The choices of a dropdown; for a radio button or checkbox, the value of this widget. */
  readonly options: readonly string[];
  readonly value: string | null;
}

/** Facts about an accepted document's normalized bytes, which are what is shown, hashed, and signed. */
export interface IntakeAccepted {
  readonly ok: true;
  /** SHA-256 of the normalized bytes, lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pages: readonly PageSize[];
  readonly notices: readonly DocumentNotice[];
  readonly formFields: readonly DocumentFormField[];
  /** The tags that were removed from the document. */
  readonly tags: readonly FoundTag[];
  /** SHA-256 of the uploaded bytes, lowercase hex. */
  readonly sourceSha256: string;
  readonly sourceSizeBytes: number;
}

/** A refused document, with a message for the person who sent it. */
export interface IntakeRefused {
  readonly ok: false;
  readonly reason: IntakeReason;
  readonly message: string;
}

export type IntakeResult = IntakeAccepted | IntakeRefused;

/** Facts about an accepted file that a signer attaches. */
interface AttachAccepted {
  readonly ok: true;
  readonly contentType: 'application/pdf' | 'image/png' | 'image/jpeg';
  /** SHA-256 of the prepared bytes, lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

export type AttachResult = AttachAccepted | IntakeRefused;

/** Facts about prepared documents that were joined into one. */
interface MergeAccepted {
  readonly ok: true;
  /** SHA-256 of the bytes, lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pageCount: number;
}

export type MergeResult =
  MergeAccepted | { readonly ok: false; readonly reason: 'too_large' | 'too_many_pages' | 'too_complex' };
