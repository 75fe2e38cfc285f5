import type { Message } from '../envelope/message.ts';

/** How an organization's emails about envelopes are signed. Null leaves each part to the envelope's sender. */
export type MailIdentity = {
  /** Shown as the sender. The address stays the service's, and its name stands beside. */
  readonly senderName: string | null;
  /** Where answers go. */
  readonly replyTo: string | null;
  /** Lines at the end, such as an address and a phone number. */
  readonly footer: string | null;
  /** Subject and text of requests whose sender wrote none. */
  readonly message: Message | null;
};

/** Returns the name that an envelope's emails come from. */
export function chooseSenderName(
  { senderName }: MailIdentity,
  envelope: { readonly senderName: string },
): string {
  return senderName ?? envelope.senderName;
}

/** Returns the name and the address that answers to an envelope's emails go to. */
export function chooseReplyTo(
  identity: MailIdentity,
  envelope: { readonly senderName: string; readonly senderEmail: string },
): { readonly name: string; readonly email: string } {
  if (identity.replyTo === null) return { name: envelope.senderName, email: envelope.senderEmail };
  return { name: chooseSenderName(identity, envelope), email: identity.replyTo };
}

/** Returns what an envelope's requests say: the sender's own message, otherwise the organization's. */
export function chooseMessage({ message }: MailIdentity, own: Message | null): Message | null {
  return own ?? message;
}
