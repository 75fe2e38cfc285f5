import type { MailTransport } from './transport.ts';

/** A transport that remembers whether its server could be talked to when last it was tried. */
export type WatchedMail = MailTransport & { readonly reachable: () => boolean };

/** Watches a transport. A refusal of one mail or recipient says nothing against the server. */
export function watchMail(transport: MailTransport): WatchedMail {
  let reachable = true;
  return {
    send: async (message) => {
      const verdict = await transport.send(message);
      reachable = verdict.accepted || verdict.permanent;
      return verdict;
    },
    close: () => transport.close(),
    reachable: () => reachable,
  };
}
