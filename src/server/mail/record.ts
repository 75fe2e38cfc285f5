import type { MailDeliveryStatus } from '#domain/mail-delivery.ts';
import type { MailMessage, MailRecord } from './message.ts';
import type { MailTransport, MailVerdict } from './transport.ts';

/** The outcome of one attempt to send an email. */
export type Attempted = {
  readonly message: MailMessage;
  readonly record: MailRecord;
  readonly status: MailDeliveryStatus;
  readonly answer: string | null;
};

/**
 * Wraps a transport and passes the outcome of each email that has a record to `keep`. `keep` must not throw,
 * because an accepted email would then be sent a second time.
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
