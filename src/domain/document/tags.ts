import type { DocumentNotice } from './notices.ts';
import type { TextTag } from '../field/text-tag.ts';

/** A field that a tag in a document stands for, in fractions of its page. */
export type FoundTag = TextTag & {
  /** As it is written, with its braces. */
  readonly text: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A tag that stays in the document, and why. */
export type UnreadTag = {
  readonly text: string;
  /** Null if it isn't known. */
  readonly page: number | null;
  readonly reason: string;
};

/** What was found in a document's text. */
export type TakenTags = { readonly tags: readonly FoundTag[]; readonly unread: readonly UnreadTag[] };

/** The color of the tags that count, as red, green and blue up to 255; others are filled in text. */
export type TagColor = readonly [red: number, green: number, blue: number];

/** Converters round colors, by less than this. */
export const TAG_COLOR_TOLERANCE = 3;

/** Whether a color is that of tags. */
export function isTagColor(color: readonly number[], tags: TagColor): boolean {
  return tags.every((value, index) => Math.abs(value - (color[index] ?? -255)) <= TAG_COLOR_TOLERANCE);
}

/** How many tags that stay are listed. */
const MOST_LISTED = 50;

/** Says what was found, and which tags stay. */
export function tagNotices({ tags, unread }: TakenTags): DocumentNotice[] {
  return [
    ...(tags.length === 0 ? [] : [{ code: 'text_tags', count: tags.length } as const]),
    ...(unread.length === 0
      ? []
      : [{ code: 'unread_tags', count: unread.length, items: unread.slice(0, MOST_LISTED) } as const]),
  ];
}
