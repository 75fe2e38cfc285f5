import type { MailTransport, MailVerdict } from './transport.ts';

/** Reports how each attempt of a transport went. `onVerdict` must not throw: an accepted email would be sent a second time. */
export function watchMail(
  transport: MailTransport,
  onVerdict: (verdict: MailVerdict) => Promise<void>,
): MailTransport {
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      await onVerdict(verdict);
      return verdict;
    },
    close: () => transport.close(),
  };
}
