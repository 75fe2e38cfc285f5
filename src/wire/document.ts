import { z } from 'zod';
import { DOCUMENT_NOTICES, NOTICE_CODES, TRACKED_CHANGES } from '#domain/document/notices.ts';
import { EXAMPLE } from './examples.ts';

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

/** What was prepared for signing. */
export const preparedDocument = z
  .object({
    notices: z
      .array(documentNotice)
      .describe('What was removed or changed in the uploaded file; empty for most files.'),
  })
  .meta({ id: 'PreparedDocument' });
