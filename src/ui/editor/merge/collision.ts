import type { Draft } from '#ui/editor/draft/draft.ts';

export type Side = 'mine' | 'theirs';
/** Two drafts that began as the same one, and that one. */
export type Sides = {
  /** What both began with: the last that this editor and the server agreed on. */
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
  /** The same for the same thing each time that two drafts are merged. */
  readonly id: string;
  readonly subject: Subject;
  /** The name of the property; `presence` where one side removed what the other changed, `order` of the participants. */
  readonly property: string;
  readonly mine: Draft;
  readonly theirs: Draft;
};

/** Says whose change counts. */
export type Choose = (collision: Collision) => Side;
