/** The file of an attachment field, and what can be done with it. */
export type FieldFile = {
  /** The name of the file that is attached or on its way; null without one. */
  readonly name: string | null;
  /** The share that has been sent, from 0 to 1; null if nothing is on its way. */
  readonly share: number | null;
  /** Why the last file couldn't be attached, and what to do. */
  readonly problem: string | null;
  choose(file: File): void;
  /** Stops what is on its way, or removes what is attached. */
  remove(): void;
};
