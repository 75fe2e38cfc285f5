import type { DocumentNotice } from './notices.ts';
import type { TextTag } from '../field/text-tag.ts';

/** A field that a tag in a document stands for. Its place is in fractions of the page. */
export type FoundTag = TextTag & {
  /** The tag as it is written, including its braces. */
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A tag that stays in the document, with the reason. */
export type UnreadTag = {
  readonly text: string;
  /** Null if the page isn't known. */
  readonly page: number | null;
  readonly reason: string;
};

/** What was found in a document's text. */
export type TakenTags = { readonly tags: readonly FoundTag[]; readonly unread: readonly UnreadTag[] };

/**
 * The text color of the tags that count, as red, green and blue from 0 to 255. Tags in other colors come from
 * filled-in text.
 */
export type TagColor = readonly [red: number, green: number, blue: number];

/** Converters round colors by less than this. */
export const TAG_COLOR_TOLERANCE = 3;

/** Checks whether a color is the color of tags. */
export function isTagColor(color: readonly number[], tags: TagColor): boolean {
  return tags.every((value, index) => Math.abs(value - (color[index] ?? -255)) <= TAG_COLOR_TOLERANCE);
}

/** The maximum number of remaining tags that are listed. */
const MOST_LISTED = 50;

/** Returns the notices about the tags that were found and the tags that stay in the document. */
export function tagNotices({ tags, unread }: TakenTags): DocumentNotice[] {
  return [
    ...(tags.length === 0 ? [] : [{ code: 'text_tags', count: tags.length } as const]),
    ...(unread.length === 0
      ? []
      : [{ code: 'unread_tags', count: unread.length, items: unread.slice(0, MOST_LISTED) } as const]),
  ];
}
