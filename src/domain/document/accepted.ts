/** The kinds of document that can be sent: the one table. `extension` is in lower case. */
export const ACCEPTED_DOCUMENTS = [
  { format: 'pdf', extension: '.pdf', contentType: 'application/pdf' },
  {
    format: 'docx',
    extension: '.docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
] as const;
export type AcceptedDocument = (typeof ACCEPTED_DOCUMENTS)[number];

/** The kind that a file's name says it is; null where it is none that can be sent. */
export function acceptedByName(filename: string): AcceptedDocument | null {
  const name = filename.toLowerCase();
  return ACCEPTED_DOCUMENTS.find(({ extension }) => name.endsWith(extension)) ?? null;
}
