import type { DocumentNotice } from './notices.ts';
import type { TextTag } from '../field/text-tag.ts';

/** A field that a tag in a document stands for, in fractions of its page. */
export type FoundTag = TextTag & {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A tag that stays in the document, and why. */
export type UnreadTag = { readonly text: string; readonly page: number; readonly reason: string };

/** What was found in a document's text. */
export type TakenTags = { readonly tags: readonly FoundTag[]; readonly unread: readonly UnreadTag[] };

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
