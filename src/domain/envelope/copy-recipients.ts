import type { Language } from '../language.ts';
import type { Timestamp } from '../timestamp.ts';

/**
 * When a person gets their copy: when the envelope is sent and again when it is sealed, or only when it is
 * sealed.
 */
export const COPY_TIMES = ['sent', 'completed'] as const;
export type CopyTime = (typeof COPY_TIMES)[number];

/** A person who receives the documents without acting, as entered by the sender. */
export type CopyInput = {
  readonly name: string;
  readonly email: string;
  readonly language?: Language | null | undefined;
  readonly when: CopyTime;
};

/** The same person, as a template stores them. */
export type TemplateCopy = CopyInput & { readonly language: Language | null };

export type CopyRecipient = TemplateCopy & {
  readonly id: string;
  readonly envelopeId: string;
  readonly organizationId: string;
  /** Increases whenever the person's existing link stops working. */
  readonly linkEpoch: number;
  /** When the person was last sent a link; null before the first one. */
  readonly sentAt: Timestamp | null;
  readonly deliveryFailedAt: Timestamp | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
};
