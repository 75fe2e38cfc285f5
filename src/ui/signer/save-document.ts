/** What is saved: the document in its current state, the sealed document, or its certificate. */
type SavedKind = 'current' | 'sealed' | 'certificate';

const SUFFIXES: Readonly<Record<SavedKind, string>> = {
  current: '',
  sealed: ' – signed',
  certificate: ' – certificate',
};

/** Saves a PDF as a file named after the document. */
export function saveDocument(bytes: Uint8Array, documentName: string, kind: SavedKind): void {
  const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = buildFileName(documentName, kind);
  anchor.click();
  // The browser reads the URL when the download starts, after this call.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a file name without the characters that file systems reject. */
function buildFileName(documentName: string, kind: SavedKind): string {
  const stem = documentName
    .replace(/\.(pdf|docx)$/i, '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim();
  return `${stem === '' ? 'document' : stem}${SUFFIXES[kind]}.pdf`;
}
