type AttachedFile = { readonly id: string; readonly filename: string };

/** The files of an attachment field, and what can be done with them. */
export type FieldFile = {
  readonly attached: readonly AttachedFile[];
  /** The file that is being uploaded, and the share of it that has been, from 0 to 1; null if none is. */
  readonly sending: { readonly name: string; readonly share: number } | null;
  /** Why the last file couldn't be attached, and what to do about it. */
  readonly problem: string | null;
  /** Uploads files one after the other. */
  choose(files: readonly File[]): void;
  /** Cancels the uploads. */
  stop(): void;
  /** Removes a file that is attached. */
  remove(id: string): void;
};

/** Returns the names of files as the document shows them. */
export function listFilenames(files: readonly { readonly filename: string }[]): string {
  return files.map(({ filename }) => filename).join(', ');
}
