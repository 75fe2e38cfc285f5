/** Why an uploaded document is refused; goes out as `details.reason` of `document_unreadable`. */
export const INTAKE_REASONS = [
  'encrypted',
  'malformed',
  'too_many_pages',
  'already_signed',
  'not_pdf_or_docx',
  'too_large',
  'too_complex',
  'no_pages',
  'macros',
  'external_relationships',
  'too_many_entries',
  'unpacks_too_large',
  'ratio_too_high',
  'false_directory',
  'conversion_failed',
  'conversion_timeout',
] as const;

/** One of {@link INTAKE_REASONS}. */
export type IntakeReason = (typeof INTAKE_REASONS)[number];

/** What intake takes out of a document, or turns into plain page content, so that what is signed is what is seen. */
export const INTAKE_REMOVALS = [
  'encryption',
  'javascript',
  'actions',
  'embedded_files',
  'xfa',
  'hidden_layers',
  'layers',
  'portfolio',
  'form_fields',
  'annotations',
] as const;

/** One of {@link INTAKE_REMOVALS}. */
export type IntakeRemoval = (typeof INTAKE_REMOVALS)[number];

/** The kinds of form field that a document's own form can have, in our words. */
export const FORM_FIELD_KINDS = ['text', 'checkbox', 'radio', 'dropdown', 'signature'] as const;

/** One of {@link FORM_FIELD_KINDS}. */
export type FormFieldKind = (typeof FORM_FIELD_KINDS)[number];

/** Upright visible size of a page in points, rotation and UserUnit applied. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** One place of a field of the document's own form (AcroForm), as it was before the form was flattened. */
export interface DocumentFormField {
  /** Fully qualified field name (ISO 32000-2, 12.7.4.2); the places of one field, such as radio buttons, share it. */
  readonly name: string;
  readonly kind: FormFieldKind;
  /** Page, counted from 1. */
  readonly page: number;
  /** Left, top, width and height as fractions 0..1 of the visible upright page, origin top left. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The tooltip (TU) that a viewer shows for the field. */
  readonly label: string | null;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** Choices of a dropdown; for a radio button or checkbox the one value that this place stands for. */
  readonly options: readonly string[];
  readonly value: string | null;
}

/** A document that was taken in: facts about the normalised bytes, the only ones that are shown, hashed and signed. */
export interface IntakeAccepted {
  readonly ok: true;
  /** SHA-256 of the normalised bytes, lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pages: readonly PageSize[];
  readonly removed: readonly IntakeRemoval[];
  readonly formFields: readonly DocumentFormField[];
  /** SHA-256 of the bytes that were uploaded, lowercase hex. */
  readonly sourceSha256: string;
  readonly sourceSizeBytes: number;
}

/** A document that is refused, with a sentence for the person who sent it. */
export interface IntakeRefused {
  readonly ok: false;
  readonly reason: IntakeReason;
  readonly message: string;
}

/** What reading an uploaded document comes to. */
export type IntakeResult = IntakeAccepted | IntakeRefused;
