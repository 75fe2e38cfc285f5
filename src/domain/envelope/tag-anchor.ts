import type { FoundTag } from '../document/tags.ts';
import type { FieldAnchor } from '../field/details.ts';
import type { EnvelopeField } from './graph.ts';
import { LIMITS } from '../limits.ts';

/**
 * Returns the anchor of a field that a tag stands for. It consists of the tag's text, which is no longer in
 * the document, and the tag's number among the tags with the same text.
 */
export function tagAnchor(tag: FoundTag, tags: readonly FoundTag[]): FieldAnchor {
  const text = getAnchorText(tag);
  return { text, occurrence: matchTags(tags, text).indexOf(tag) + 1 };
}

/** Checks whether an anchor comes from a tag. */
export function isTagAnchor(anchor: FieldAnchor | null): anchor is FieldAnchor {
  return anchor !== null && /^\{\{/.test(anchor.text) && typeof anchor.occurrence === 'number';
}

/** Checks whether a field was found in the document, so that it counts for its party. */
export function isFoundField({ source, anchor }: Pick<EnvelopeField, 'source' | 'anchor'>): boolean {
  return source === 'detected' || (source === 'form' && isTagAnchor(anchor));
}

/** Returns the tags that match an anchor's text, in their original order. */
export function matchTags(tags: readonly FoundTag[], text: string): readonly FoundTag[] {
  return tags.filter((tag) => getAnchorText(tag) === text);
}

function getAnchorText({ text }: FoundTag): string {
  return text.slice(0, LIMITS.anchorTextMaxChars).trim();
}
