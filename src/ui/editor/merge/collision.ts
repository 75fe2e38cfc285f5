import type { Draft } from '#ui/editor/draft/draft.ts';

export type Side = 'mine' | 'theirs';
/** Two versions of a draft and their common base. */
export type Sides = {
  /** The common base: the last version shared with the server. */
  readonly base: Draft;
  readonly mine: Draft;
  /** As read from the server. */
  readonly theirs: Draft;
};

/** What a change is about. */
export type Subject =
  { readonly kind: 'envelope' } | { readonly kind: 'participant' | 'field'; readonly key: string };

/** Something that both sides changed in different ways. */
export type Collision = {
  /** Stable across merges of the same drafts. */
  readonly id: string;
  readonly subject: Subject;
  /** The property; `presence` if one side removed what the other changed, `order` for the signing order. */
  readonly property: string;
  readonly mine: Draft;
  readonly theirs: Draft;
};

/** Decides whose change counts. */
export type Choose = (collision: Collision) => Side;
