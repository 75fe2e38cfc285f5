import { LIMITS } from '../../limits.ts';
import { isVisible, toPrintable } from '../../text.ts';

/**
 * What a directory last said about a person. Someone who was deleted is no longer listed, but isn't let in
 * either.
 */
export const DIRECTORY_STATES = ['active', 'inactive', 'deleted'] as const;
export type DirectoryState = (typeof DIRECTORY_STATES)[number];

/** A person's name, and the parts of it that the directory gave. */
export type DirectoryName = {
  readonly name: string;
  readonly givenName: string | null;
  readonly familyName: string | null;
};

/** What a directory says about a name. Undefined means that it says nothing about that part. */
export type NameChange = {
  /** The whole name, as it should be shown. */
  readonly shown?: string | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
};

/**
 * Changes a person's name. A changed part keeps the other one, also if the directory never gave that: then
 * the last word of the name so far counts as the family name.
 */
export function changeName(before: DirectoryName, change: NameChange): DirectoryName {
  const isWhole = change.givenName === undefined && change.familyName === undefined;
  const known =
    isWhole || before.givenName !== null || before.familyName !== null ? before : splitName(before.name);
  const givenName = change.givenName === undefined ? known.givenName : toPart(change.givenName);
  const familyName = change.familyName === undefined ? known.familyName : toPart(change.familyName);
  const parts = isWhole ? '' : [givenName, familyName].filter((part) => part !== null).join(' ');
  const name = [change.shown ?? '', parts].map(toName).find(isVisible) ?? before.name;
  return { name, givenName, familyName };
}

function splitName(name: string): Pick<DirectoryName, 'givenName' | 'familyName'> {
  const space = name.lastIndexOf(' ');
  return space < 0
    ? { givenName: toPart(name), familyName: null }
    : { givenName: toPart(name.slice(0, space)), familyName: toPart(name.slice(space + 1)) };
}

function toPart(text: string | null): string | null {
  const part = toName(text ?? '');
  return isVisible(part) ? part : null;
}

function toName(text: string): string {
  return toPrintable(text).slice(0, LIMITS.nameMaxChars);
}
