import { z } from 'zod';
import { DOCUMENT_NOTICES, NOTICE_CODES, TRACKED_CHANGES } from '#domain/document/notices.ts';
import { findDocument, type EnvelopeFile, type EnvelopeGraph } from '#domain/envelope/graph.ts';
import { canSeeAllAnswers } from '#domain/field/visibility.ts';
import { placeFiles } from '#domain/envelope/files/file.ts';
import { DOCUMENT_STATUSES, SOURCE_FORMATS } from '#domain/envelope/status.ts';
import { EXAMPLE } from './examples.ts';
import { documentVariable, toWireVariables } from './variables.ts';
import { createIdSchema } from './identifier.ts';

const meanings = Object.entries(DOCUMENT_NOTICES).map(([code, meaning]) => `${code}: ${meaning}`);

/** A change that was made to a document before anyone saw it. */
export const documentNotice = z
  .object({
    code: z.enum(NOTICE_CODES).describe(meanings.join(' ')),
    count: z.int().min(1).nullable().describe('How many there were; null if they are not counted.'),
    items: z
      .array(
        z.object({
          text: z.string().describe('A text of the document or of an anchor.'),
          page: z.int().nullable().describe('From 1; null if it has no page.'),
          reason: z.string(),
          place: z
            .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
            .optional()
            .describe('Where a form field is, as fractions of the visible page. Absent for other texts.'),
        }),
      )
      .optional()
      .describe('Which texts it is about, and why. Absent for most notices.'),
  })
  .meta({
    description: 'Something that was removed or changed in the uploaded file to make the PDF that is signed.',
    examples: [EXAMPLE.notice],
  });

export type WireNotice = z.infer<typeof documentNotice>;

export const trackedChanges = z
  .enum(TRACKED_CHANGES)
  .describe(
    'What to do with the tracked changes of a Word file: accept or reject all of them, or keep showing them as markup. Default: accept. Comments are always removed.',
  );

export const textTags = z
  .boolean()
  .describe(
    "Whether tags such as {{Name;type=signature;role=Buyer}} in the document become fields and are taken out of it. Fields are then not detected. Default: the organization's, initially false.",
  );

/** The document that was prepared for signing. */
export const preparedDocument = z
  .object({
    notices: z
      .array(documentNotice)
      .describe('What was removed or changed in the uploaded file; empty for most files.'),
  })
  .meta({ id: 'PreparedDocument' });

const place = {
  firstPage: z
    .int()
    .min(1)
    .nullable()
    .describe('Its first page in the whole document, from 1; null until it has been received.')
    .meta({ examples: [1] }),
  pageCount: z
    .int()
    .min(1)
    .nullable()
    .meta({ examples: [3] }),
};

/** One of the files that an envelope's document consists of. */
export const envelopeDocument = z
  .object({
    id: createIdSchema('document'),
    name: z
      .string()
      .describe('The file name.')
      .meta({ examples: [EXAMPLE.filename] }),
    sourceFormat: z
      .enum(SOURCE_FORMATS)
      .nullable()
      .describe('Format of the uploaded file; null until it has been received.')
      .meta({ examples: ['pdf'] }),
    ...place,
    contentHash: z
      .string()
      .nullable()
      .describe('SHA-256 (hex) of the uploaded file; null until it has been received.')
      .meta({ examples: [EXAMPLE.contentHash] }),
    sizeBytes: z
      .number()
      .nullable()
      .describe('Size of the uploaded file.')
      .meta({ examples: [84_213] }),
    status: z
      .enum(DOCUMENT_STATUSES)
      .describe(
        "As `documentStatus`. An envelope can't be sent until all of its documents have been received.",
      )
      .meta({ examples: ['received'] }),
    refusal: z
      .string()
      .nullable()
      .describe("Why it can't be used, as in `details.reason` of `document_unreadable`."),
    variables: z
      .array(documentVariable)
      .describe('The variables of a Word file, such as [[client.name]], filled in or not.'),
    notices: z
      .array(documentNotice)
      .describe('What was removed or changed in this file.')
      .meta({ examples: [[EXAMPLE.notice]] }),
  })
  // The name isn't EnvelopeDocument, because generators would then derive names from its properties that the
  // envelope's properties already have, such as documentStatus.
  .meta({ id: 'EnvelopeFile' });

export type WireDocument = z.infer<typeof envelopeDocument>;

/** Converts the files of an envelope for responses, without storage keys. */
export function toWireDocuments(files: readonly EnvelopeFile[]): WireDocument[] {
  return placeFiles(files).map(({ id, name, status, refusal, content, firstPage, pageCount }) => ({
    ...{ id, name, status, refusal, firstPage, pageCount },
    sourceFormat: content?.sourceFormat ?? null,
    contentHash: content?.original.sha256 ?? null,
    sizeBytes: content?.original.sizeBytes ?? null,
    variables: toWireVariables(content?.variables ?? []),
    notices: [...(content?.prepared.notices ?? [])],
  }));
}

/** The part of a file's data that signers see. */
export const presentedDocument = z
  .object({
    id: createIdSchema('document'),
    name: z
      .string()
      .describe('The file name.')
      .meta({ examples: [EXAMPLE.filename] }),
    ...place,
  })
  .meta({ id: 'PresentedDocument' });

export const hasCertificateFile = z
  .boolean()
  .describe(
    'Whether the certificate of completion is a file of its own that can be downloaded, because the document had signatures already.',
  )
  .meta({ examples: [false] });

/**
 * Checks whether someone may read the certificate that is a separate file. It contains everyone's answers.
 */
export function canReadCertificate(graph: EnvelopeGraph, readerId: string): boolean {
  return findDocument(graph, 'certificate') !== null && canSeeAllAnswers(graph, readerId);
}

/** Converts the files of an envelope for signers. */
export function toPresentedDocuments(files: readonly EnvelopeFile[]): z.infer<typeof presentedDocument>[] {
  return placeFiles(files).map(({ id, name, firstPage, pageCount }) => ({ id, name, firstPage, pageCount }));
}
