/** Files that were chosen or dropped on another page, for the page of the new envelope that opens next. */
let handed: readonly File[] = [];

/** Hands files on to the new envelope's page. */
export function handFiles(files: readonly File[]): void {
  handed = files;
}

/** Takes the files that were handed on, once. */
export function takeHandedFiles(): readonly File[] {
  const files = handed;
  handed = [];
  return files;
}
