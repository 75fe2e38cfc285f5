type PlacedFile = { readonly firstPage: number | null; readonly pageCount: number | null };

/** Returns the file that a page of the whole document belongs to. Pages count from 1. */
export function findPageFile<F extends PlacedFile>(files: readonly F[], page: number): F | undefined {
  return files.findLast(({ firstPage }) => firstPage !== null && firstPage <= page);
}
