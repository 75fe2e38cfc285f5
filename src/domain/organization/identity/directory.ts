/**
 * What a directory last said about a person. Someone who was deleted is no longer listed, but isn't let in
 * either.
 */
export const DIRECTORY_STATES = ['active', 'inactive', 'deleted'] as const;
export type DirectoryState = (typeof DIRECTORY_STATES)[number];
