/** A file of a document and the position of its pages. */
export type PlacedName = {
  readonly name: string;
  readonly firstPage: number | null;
  readonly pageCount: number | null;
};

/**
 * Returns the files of a document by their first page. Returns none for a document that consists of a single
 * file.
 */
export function indexFilesByPage<File extends PlacedName>(files: readonly File[]): ReadonlyMap<number, File> {
  const placed = files.flatMap((file) => (file.firstPage === null ? [] : [[file.firstPage, file] as const]));
  return new Map(placed.length < 2 ? [] : placed);
}
