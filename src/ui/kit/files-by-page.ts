/** A file of a document, and where its pages are. */
export type PlacedName = {
  readonly name: string;
  readonly firstPage: number | null;
  readonly pageCount: number | null;
};

/** Returns the files of a document that consists of several, by their first page; none for a single one. */
export function indexFilesByPage<File extends PlacedName>(files: readonly File[]): ReadonlyMap<number, File> {
  const placed = files.flatMap((file) => (file.firstPage === null ? [] : [[file.firstPage, file] as const]));
  return new Map(placed.length < 2 ? [] : placed);
}
