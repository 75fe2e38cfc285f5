import type { MessageInput } from '../envelope/message.ts';

/** What all envelopes of a bulk send have in common. A row's own message takes precedence. */
export type SharedSettings = {
  /** Default: the template's; null for none. */
  readonly message?: MessageInput | null | undefined;
  /** Whole days from creation, null for never. Default: the organization's. */
  readonly expiryDays?: number | null | undefined;
  readonly labelIds?: readonly string[] | undefined;
};

/** Returns the message of a row: its own, with the parts that it lacks from the one for all. */
export function withSharedMessage(
  own: MessageInput | null | undefined,
  { message }: SharedSettings,
): MessageInput | null | undefined {
  if (own == null || message == null) return own ?? message;
  return { ...message, ...own };
}
