/** The file of an attachment field, and what can be done with it. */
export type FieldFile = {
  /** The name of the file that is attached or being uploaded; null if there is none. */
  readonly name: string | null;
  /** The share that has been uploaded, from 0 to 1; null if no upload is running. */
  readonly share: number | null;
  /** Why the last file couldn't be attached, and what to do about it. */
  readonly problem: string | null;
  choose(file: File): void;
  /** Cancels the upload, or removes the attached file. */
  remove(): void;
};
