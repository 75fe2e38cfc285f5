import { setTimeout as delay } from 'node:timers/promises';

import { type Dashboard, type KeptMail, findSigningToken } from '../scripts/client/dashboard.ts';

/** Waits for emails. All waiters share one poll of the outbox. */
export interface Arrivals {
  /** Resolves to the token of the signing link that was emailed to an address. */
  readonly link: (address: string) => Promise<string>;
  /** Resolves once an address has been told that the document is sealed. */
  readonly completion: (address: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

type Waiting = { readonly fits: (mail: KeptMail) => boolean; readonly resolve: (mail: KeptMail) => void };

const LOOK_EVERY_MS = 30;

/** Starts polling the outbox. */
export function watchOutbox(dashboard: Dashboard): Arrivals {
  const waiting = new Set<Waiting>();
  let failed: unknown;
  const stopped = new AbortController();
  const look = async () => {
    while (!stopped.signal.aborted) {
      if (waiting.size > 0) {
        const { items } = await dashboard.mails();
        for (const wish of waiting) {
          const mail = items.find(wish.fits);
          if (mail !== undefined && waiting.delete(wish)) wish.resolve(mail);
        }
      }
      await delay(LOOK_EVERY_MS);
    }
  };
  const looking = look().catch((error: unknown) => (failed = error));
  const waitForArrival = (fits: Waiting['fits']) =>
    new Promise<KeptMail>((resolve, reject) => {
      if (failed !== undefined) reject(failed as Error);
      waiting.add({ fits, resolve });
    });
  return {
    link: async (address) => {
      const mail = await waitForArrival(
        ({ to, subject }) => to === address && !subject.startsWith('Completed'),
      );
      const token = findSigningToken(await dashboard.mailText(mail.id));
      if (token === null) throw new Error(`the mail to ${address} has no link`);
      return token;
    },
    completion: async (address) => {
      await waitForArrival(({ to, subject }) => to === address && subject.startsWith('Completed'));
    },
    stop: async () => {
      stopped.abort();
      await looking;
    },
  };
}
