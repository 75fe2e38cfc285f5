/** Returns a filename without its extension. */
export function withoutExtension(filename: string): string {
  return filename.replace(/\.(pdf|docx)$/i, '') || filename;
}
