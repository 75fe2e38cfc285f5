import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import type { MailMessage, MailRecord } from './message.ts';
import type { MailTransport, MailVerdict } from './transport.ts';

/** Outcome of one attempt to send an email. */
export type Attempted = {
  readonly message: MailMessage;
  readonly record: MailRecord;
  readonly status: MailDeliveryStatus;
  readonly answer: string | null;
};

/**
 * Wraps a transport so that the outcome of each email with a record is kept. `keep` must not throw: an accepted email
 * would be sent a second time.
 */
export function recordMail(
  transport: MailTransport,
  keep: (attempted: Attempted) => Promise<void>,
): MailTransport {
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      const { record } = message;
      if (record !== undefined) await keep({ message, record, ...toAttemptOutcome(verdict, record) });
      return verdict;
    },
    close: () => transport.close(),
  };
}

function toAttemptOutcome(
  verdict: MailVerdict,
  { lastAttempt }: MailRecord,
): Pick<Attempted, 'status' | 'answer'> {
  if (verdict.accepted) return { status: 'sent', answer: null };
  const isOver = verdict.permanent || lastAttempt;
  return { status: isOver ? 'failed' : 'waiting', answer: verdict.response };
}
