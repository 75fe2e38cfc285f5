import type { MailTransport, MailVerdict } from './transport.ts';

/**
 * Reports the outcome of each attempt of a transport. `onVerdict` must not throw, because an accepted email
 * would then be sent a second time.
 */
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
