import type { Timestamp } from '../timestamp.ts';

/** What a participant wants: an answer, or other words in the document. */
export const THREAD_KINDS = ['question', 'change'] as const;
export type ThreadKind = (typeof THREAD_KINDS)[number];

/** `open`: the sender has to answer. `answered`: the participant can go on. `settled`: it's done. */
export const THREAD_STATES = ['open', 'answered', 'settled'] as const;
type ThreadState = (typeof THREAD_STATES)[number];

/** Who sees a thread besides the sender's organization: the participant who began it, or all participants. */
export const THREAD_VISIBILITIES = ['participant', 'everyone'] as const;
export type ThreadVisibility = (typeof THREAD_VISIBILITIES)[number];

/** A rectangle on a page, in fractions of the page as displayed, with the origin at the top left. */
export type QuoteBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A passage of the document. Its text is what the page draws within the boxes. */
export type Quote = {
  /** Counted from 1. */
  readonly page: number;
  readonly text: string;
  readonly boxes: readonly QuoteBox[];
};

export type ThreadMessage = {
  readonly id: string;
  readonly author:
    | { readonly type: 'signer'; readonly participantId: string; readonly name: string }
    /** `userId` is null if a program answered. */
    | { readonly type: 'sender'; readonly userId: string | null; readonly name: string };
  readonly text: string;
  readonly at: Timestamp;
};

/** A conversation between one participant and the sender's side. */
export type Thread = {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  /** Who began it. */
  readonly participantId: string;
  /** The address of the person who was that participant then. They may have handed over their turn since. */
  readonly email: string;
  readonly kind: ThreadKind;
  readonly state: ThreadState;
  readonly quote: Quote | null;
  /** The words that should stand instead of the quote. */
  readonly proposal: string | null;
  readonly visibleTo: ThreadVisibility;
  readonly messages: readonly ThreadMessage[];
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};
