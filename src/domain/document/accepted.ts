/** The document formats that can be sent. Extensions are lowercase. */
export const ACCEPTED_DOCUMENTS = [
  { format: 'pdf', extension: '.pdf', contentType: 'application/pdf' },
  {
    format: 'docx',
    extension: '.docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  { format: 'png', extension: '.png', contentType: 'image/png' },
  { format: 'jpeg', extension: '.jpg', contentType: 'image/jpeg' },
  { format: 'jpeg', extension: '.jpeg', contentType: 'image/jpeg' },
  { format: 'heic', extension: '.heic', contentType: 'image/heic' },
] as const;
export type AcceptedDocument = (typeof ACCEPTED_DOCUMENTS)[number];

/** Returns the format that a filename's extension stands for, or null if such files can't be sent. */
export function findAcceptedByName(filename: string): AcceptedDocument | null {
  const name = filename.toLowerCase();
  return ACCEPTED_DOCUMENTS.find(({ extension }) => name.endsWith(extension)) ?? null;
}
