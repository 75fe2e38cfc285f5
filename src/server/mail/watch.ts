import type { MailTransport } from './transport.ts';

/** A transport that remembers whether its server could be reached the last time. */
export type WatchedMail = MailTransport & { readonly reachable: () => boolean };

/** Watches a transport. A server that rejects an email or recipient still counts as reachable. */
export function watchMail(
  transport: MailTransport,
  onResult: (result: 'accepted' | 'rejected' | 'deferred') => void,
): WatchedMail {
  let reachable = true;
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      reachable = verdict.accepted || verdict.permanent;
      onResult(verdict.accepted ? 'accepted' : verdict.permanent ? 'rejected' : 'deferred');
      return verdict;
    },
    close: () => transport.close(),
    reachable: () => reachable,
  };
}
